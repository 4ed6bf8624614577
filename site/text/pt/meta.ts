import type { meta as english } from '../en/meta.ts';

export const meta: typeof english = {
  home: {
    title: '{name} · Branding e marketing digital',
    description:
      'Ajudamos empresas a saber o que dizer, onde o dizer e quando parar: consultoria, branding, marketing e redes sociais.',
  },
  services: {
    title: 'Serviços · {name}',
    description: 'Consultoria, branding, marketing e redes sociais: um só serviço, ou todos num só plano.',
  },
  products: {
    title: 'Livros breves · {name}',
    description: 'E-books curtos sobre o que mais vezes explicamos. Uma noite para cada um.',
  },
  about: {
    title: 'Sobre nós · {name}',
    description:
      'Uma pequena agência de marketing digital e branding. Quem lhe responde é quem faz o trabalho.',
  },
  contact: {
    title: 'Contacto · {name}',
    description: 'Conte-nos onde está e onde gostaria de estar. Duas linhas bastam para começar.',
  },
  missing: { title: 'Página não encontrada · {name}', description: 'Não há nenhuma página neste endereço.' },
};
