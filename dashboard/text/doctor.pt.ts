import type { DoctorCode } from '#contract/owner/doctor.ts';

export const doctorPt: Record<DoctorCode, string> = {
  said: 'O servidor diz: «{text}»',
  'links-local':
    'SITE_URL é {siteUrl}, mas os e-mails saem por {host}: os links não levam a lado nenhum. Ponha o endereço público.',
  unprotected: 'SITE_URL é {siteUrl}: os endereços viajariam sem proteção. Mude para https.',
  'no-mail-server':
    'Falta SMTP_URL: os e-mails ficam em ficheiros em DATA_DIR/outbox e ninguém os recebe. Defina-o.',
  'no-proxies':
    'TRUSTED_PROXIES é 0: se houver um proxy à frente, todos os visitantes contam como um só e são recusados em conjunto. Ponha o número de proxies.',
  'no-owner': 'Falta OWNER_EMAIL: ninguém recebe as mensagens do contacto nem os alarmes. Defina-o.',
  'no-limit': 'RATE_LIMIT está desligado: isso é só para testes de carga. Ponha on.',
  'key-twice': 'SECRET_KEYS tem uma chave repetida. Deixe cada uma só uma vez.',
  'form-unnamed':
    'O formulário envia para {host}, que o aviso de privacidade não refere. Defina legal.formService em site.config.ts.',
  'book-missing':
    'O livro {file} de site.config.ts não está lá. Reponha o ficheiro ou escreva null nesse sítio.',
  'misnamed-in-file': '{name} em {file} não é uma definição. O .env.example tem todas.',
  'misspelt-in-file': '{name} em {file} não é uma definição. Seria {like}?',
  'misspelt-in-environment': '{name} no ambiente não é uma definição. Seria {like}?',
  'sqlite-unsafe': '«{text}». Use o Node que vem com este programa.',
  'store-damaged': '{file} está danificado ({text}). Pare o servidor e reponha uma cópia de segurança.',
  'set-aside':
    'Endereços aceites que não cabem na lista: {n} ({text}). Estão guardados em {file}: avise quem mantém este programa.',
  'schema-old': 'As tabelas são da versão {version} de {known}. Inicie o servidor, que as renova.',
  held: 'Retidos: {n}. Veja «mails list» e «subscribers list» e depois envie: «mails release».',
  failed: 'Falhados: {n}. «mails list» diz porquê; quando estiver corrigido, «mails retry» tenta outra vez.',
  unknown:
    'Sem certeza se chegaram: {n}. «mails retry» envia outra vez, talvez em duplicado: veja «mails list».',
  late: 'À espera há mais de uma hora: {n}. O servidor está a correr? O registo diz o que encontra. Ou entraram mais do que podem sair numa hora.',
  'messages-held':
    'Mensagens retidas por parecerem de um robô: {n}. São apagadas ao fim de UNCONFIRMED_DAYS. Veja «messages list --suspect»; «messages release ID» envia uma ao responsável.',
  'paused-itself': '{purpose} parou por si. «{command}» diz porquê e o que fazer.',
  paused: '{purpose} está em pausa até a retomar: «{command}».',
  'nobody-sends': '{purpose} está por enviar e nenhum servidor envia. Inicie-o.',
  'clock-past': 'Marca {time}, que já passou há muito. Acerte-o.',
  'clock-behind': 'Marca {time}, mas o endereço mais recente chegou em {newest}. Acerte-o.',
  'disk-full':
    'Restam {left} GB para {folder}: em breve não se consegue guardar nenhum endereço. Liberte espaço já.',
  'disk-short': 'Restam {left} GB para {folder}. Liberte algum espaço.',
  'disk-unread': 'Não se consegue ver {folder}: «{text}». Verifique DATA_DIR.',
  'keys-missing':
    'Falta {file}: nenhum link de um e-mail já enviado funciona. Reponha uma cópia desse ficheiro.',
  'file-open': '{file} está aberto a outros utilizadores. Feche-o: chmod {mode} {file}',
  'mail-refused': 'O servidor de e-mail não aceita: «{text}». Verifique SMTP_URL.',
  'returns-away': 'Não se consegue ler a caixa de correio: «{text}». Verifique RETURNS_IMAP_URL.',
  'forward-away': 'O serviço de formulários não responde: «{text}». Verifique FORWARD_URL.',
  'endpoint-away': 'O serviço de formulários não responde: «{text}». Verifique SUBSCRIBE_ENDPOINT.',
  'built-for-other':
    'As páginas foram feitas para {address}, mas SITE_URL é {siteUrl}. Execute: npm run build',
  'build-old':
    '{file} mudou desde que as páginas foram feitas. «npm start» faz tudo de novo, ou: npm run build',
  'template-name': 'O nome ainda é o do modelo. Altere: {where}',
  'template-profiles': 'O rodapé das páginas leva aos perfis do modelo. Altere: {where}',
  'template-privacy': 'O aviso de privacidade tem o endereço do modelo. Altere: {where}',
  'template-sign': 'A página sobre a empresa fala da breve, o sinal do modelo. Altere: {where}',
  'template-description': 'A pesquisa e as partilhas mostram as descrições do modelo. Altere: {where}',
  'template-mark': 'O nome desenhado tem o sinal do modelo. Ponha o seu logótipo: {where}',
};
