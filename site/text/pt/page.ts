import type { Text } from '../en/page.ts';

/** European Portuguese; no tu or você. */
export const page: Text = {
  profile: '{network} (abre num novo separador)',
  soon: {
    title: 'Em breve',
    workingMessage: 'Ainda em obras, sem pressas.',
    subtleMessage: 'Branding e marketing digital para empresas que preferem ser lembradas a fazer barulho.',
    subscribeMessage: 'Deixe o seu e-\u2060mail para ter acesso antecipado.',
    successMessage: 'Obrigado! A sua subscrição foi concluída com sucesso.',
    inbox: 'É a primeira vez? Confirme no seu e-\u2060mail.',
    emailPlaceholder: 'nome@empresa.com',
    leaveEmpty: 'Deixe este campo vazio',
    subscribeButton: 'Subscrever',
    errorMessage: 'Ups! Algo correu mal. Por favor, tente novamente.',
    socialText: 'Até lá, siga-\u2060nos.',
    toggleLanguage: 'Mudar para português',
    cookies: 'Cookies',
    pauseSwing: 'Pausar o movimento',
    resumeSwing: 'Retomar o movimento',
  },
  privacy: {
    note: 'Só para a abertura. Saia quando quiser.',
    link: 'Privacidade',
    title: 'Privacidade',
    close: 'Fechar',
    back: 'Voltar à página',
  },
  errors: {
    unexpected: 'Erro inesperado na aplicação!',
    chunk: 'Não foi possível carregar uma parte desta página.',
    reload: 'Atualizar a página',
  },
  meta: {
    title: '{name} · Em breve',
    description:
      'Uma pequena agência de branding e marketing digital está a preparar o seu site. Deixe o e-mail para ter acesso antecipado.',
  },
};
