import type { DoctorCode } from '#contract/owner/doctor.ts';

export const doctor: Record<DoctorCode, string> = {
  said: 'O servidor diz: «{text}»',
  'version-old': 'Está a correr a versão {running} e está instalada a {installed}. Reinicie o servidor.',
  'links-local':
    'SITE_URL é {siteUrl}, mas os e-mails saem por {host}: os links não funcionam. Indique o endereço público.',
  unprotected: 'SITE_URL é {siteUrl}: os endereços seriam enviados sem encriptação. Mude para https.',
  'database-open':
    'A ligação à base de dados em {host} não é encriptada, ou não é verificada: outros podem ler a lista pelo caminho. Adicione sslmode=verify-full a DATABASE_URL.',
  'no-mail-server':
    'Não há servidor de e-mail: os e-mails esperam por um. Defina SMTP_URL e MAIL_FROM, ou no painel: Definições, Envio de e-mail.',
  'mail-sealed':
    'Não é possível abrir a conta de e-mail: os e-mails esperam. Reponha secrets.json de uma cópia de segurança, ou volte a introduzir a conta: Definições, Envio de e-mail.',
  'app-secret-ends':
    'O segredo da aplicação do Microsoft 365 expira em {until}. Crie outro no Microsoft Entra e introduza-o: Definições, Microsoft 365.',
  'mails-files':
    'MAILS=files serve para desenvolvimento: os e-mails ficam em {folder} e ninguém os recebe. Defina SMTP_URL.',
  waiting: 'À espera de um servidor de e-mail: {n}.',
  'account-refuses': '{by} recusa os nossos e-mails, que ficam à espera. Resposta: «{words}»',
  'no-proxies':
    'TRUSTED_PROXIES é 0: atrás de um proxy, todos os visitantes partilhariam o mesmo limite. Indique o número de proxies.',
  'no-owner':
    'As mensagens do contacto e os alertas não chegam a ninguém. Defina OWNER_EMAIL, ou no painel: Definições, Mensagens e alertas.',
  'setting-sealed':
    'O valor guardado de {name} foi encriptado com chaves que este servidor não tem. Reponha secrets.json de uma cópia de segurança, ou defina-o de novo.',
  'setting-unusable': 'O valor guardado de {name} não é válido e é ignorado: {text}. Defina-o de novo.',
  'no-limit': 'RATE_LIMIT está desligado. Use isso só em testes de carga. Ponha on.',
  'key-twice': 'SECRET_KEYS tem uma chave repetida. Retire a repetição.',
  'form-unnamed':
    'O formulário envia para {host}, mas o aviso de privacidade não refere esse serviço. Defina legal.formService.',
  'misnamed-in-file': '{name} em {file} não é uma definição. O .env.example tem todas.',
  'misspelt-in-file': '{name} em {file} não é uma definição. Seria {like}?',
  'misspelt-in-environment': '{name} no ambiente não é uma definição. Seria {like}?',
  'sqlite-unsafe': '«{text}». Use o Node que vem com este programa.',
  'store-damaged': '{file} está danificado ({text}). Pare o servidor e reponha uma cópia de segurança.',
  quarantined:
    'Endereços aceites que não foi possível guardar na lista: {n} ({text}). Estão em {file}: avise quem mantém este programa.',
  'schema-old': 'A base de dados está na versão {version} de {known}. Inicie o servidor para a atualizar.',
  held: 'Retidos: {n}. Veja-os no painel, em «E-mails», e envie-os a partir daí.',
  failed:
    'Não entregues: {n}. O painel indica os motivos, em «E-mails»; depois de corrigidos, reenvie-os aí.',
  unknown: 'Com entrega incerta: {n}. O painel reenvia-os, em «E-mails»; podem chegar em duplicado.',
  late: 'Na fila há mais de uma hora: {n}. Verifique se o servidor está a funcionar e consulte o registo, ou aguarde se o limite por hora foi atingido.',
  'mails-foreign':
    'Na fila, de tipos que só outra versão envia: {n} ({kinds}). Ficam guardados e seguem quando essa versão voltar a correr.',
  'draft-foreign':
    'Alterações por publicar de outra versão: {n} ({fields}). Ficam guardadas, fora do que é publicado, e reaparecem quando essa versão voltar a correr.',
  'messages-held':
    'Mensagens com suspeita de spam: {n}. São apagadas ao fim de UNCONFIRMED_DAYS. Veja-as no painel, em «Mensagens»; «Não é spam» envia uma por e-mail ao responsável.',
  'paused-itself':
    '{purpose}: o envio parou automaticamente. A página «Hoje» leva até lá, com o motivo e o que fazer.',
  paused: '{purpose}: o envio está em pausa. Para continuar, siga o link na página «Hoje».',
  'nobody-sends': '{purpose} está por enviar, mas nenhum servidor está a enviar. Inicie o servidor.',
  'clock-past': 'O relógio marca {time}, que já passou há muito. Acerte-o.',
  'clock-behind': 'O relógio marca {time}, mas o endereço mais recente chegou em {newest}. Acerte-o.',
  'disk-full':
    'Restam {left} GB para {folder}: em breve não será possível guardar endereços. Liberte espaço já.',
  'disk-inodes':
    'No disco de {folder} só cabem mais {n} ficheiros (inodes), seja qual for o espaço livre. Apague ficheiros.',
  'disk-short': 'Restam {left} GB para {folder}. Liberte algum espaço.',
  'disk-passing':
    '{folder} não está num disco que fica: a lista perde-se na próxima instalação ou no próximo arranque. Monte aí um volume, ou defina DATABASE_URL.',
  'disk-unread': 'Não é possível ler {folder}: «{text}». Verifique DATA_DIR.',
  'copies-failing': 'As cópias fora do servidor estão a falhar desde {since}. «{text}»',
  'copies-late':
    'A última cópia fora do servidor é de {until}. Confirme que o servidor está a funcionar e consulte o registo.',
  'copies-bad':
    'A cópia fora do servidor foi verificada em {at} e estava danificada. Foi iniciada outra. «copies check» verifica de novo.',
  'copies-near':
    'As cópias em {folder} estão no disco da lista e perdem-se com ele. Indique em COPY_TO uma pasta noutro disco ou um serviço de armazenamento.',
  'copies-shared':
    'Outro servidor copia para o mesmo sítio ({text}). Cada um só mexe nas suas cópias, mas um servidor de testes não deve ter o COPY_TO do verdadeiro.',
  'copies-before':
    'Esta lista começou de novo, e há lá cópias de outra ({text}). Se era a deste site: pare o servidor e execute «restore --from TARGET --key FILE --store STORE». Se não: «copies remove --store STORE».',
  'copies-not-deleted':
    'Não foi possível apagar cópias antigas: «{text}». Se a chave não pode apagar de propósito, deixe o armazenamento apagá-las ao fim de COPY_DAYS.',
  'copies-clock':
    'Entre duas cópias o relógio deu um salto: {text}. Verifique-o. A ordem das cópias não muda por isso.',
  'copies-lost':
    'O armazenamento perdeu o que já tinha recebido: «{text}» Foi iniciada outra cópia. Procure lá uma regra ou um programa que apague ficheiros; se voltar a acontecer, use outro armazenamento.',
  'keys-missing':
    'Falta {file}: com pessoas na lista, o servidor não arranca sem ele. Reponha-o de uma cópia de segurança. Só se não houver nenhuma: «secrets rotate --new»; os links dos e-mails já enviados deixam de funcionar.',
  'file-open': 'Outros utilizadores podem ler {file}. Restrinja o acesso: chmod {mode} {file}',
  'mail-refused': 'O servidor de e-mail respondeu: «{text}». Verifique SMTP_URL.',
  'returns-away': 'Não é possível ler a caixa de correio: «{text}». Verifique RETURNS_IMAP_URL.',
  'forward-away': 'O serviço de formulários não responde: «{text}». Verifique FORWARD_URL.',
  'endpoint-away': 'O serviço de formulários não responde: «{text}». Verifique SUBSCRIBE_ENDPOINT.',
  'built-for-other':
    'As páginas foram geradas para {address}, mas SITE_URL é {siteUrl}. Inicie o servidor, que as gera de novo.',
  'build-old': '{file} mudou desde que as páginas foram geradas. Execute «npm start» ou: npm run build',
  'template-name': 'O nome ainda é o do modelo. Altere: {where}',
  'template-privacy': 'O aviso de privacidade ainda tem a empresa ou o endereço do modelo. Altere: {where}',
  'template-trade':
    'A página «Em breve» e o título de «Início» dizem que a agência faz branding e marketing digital. Se não for assim, altere-os: {where}',
  'template-sign': 'A página «Sobre nós» fala da breve, o símbolo do modelo. Altere-a: {where}',
  'template-promise':
    'A página «Sobre nós» promete que se fala com quem faz o trabalho. Se não for assim, altere-a: {where}',
  'template-count': 'Os títulos falam de quatro serviços, e o site mostra outro número. Altere-os: {where}',
  'template-plan':
    'A página «Serviços» mostra um plano como resultado da consultoria. Se não for assim, altere-o ou oculte-o: {where}',
  'template-books': 'O site anuncia os livros do modelo. Altere-os, retire-os ou oculte-os: {where}',
  'template-description':
    'Os resultados de pesquisa e as partilhas mostram as descrições do modelo. Altere-as: {where}',
  'template-mark': 'O logótipo ainda é o do modelo. Ponha o seu: {where}',
};
