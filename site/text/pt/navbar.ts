import type { NavbarText } from '../en/navbar.ts';

export const navbar: NavbarText = {
  home: 'Início',
  services: 'Serviços',
  products: 'Produtos',
  about: 'Sobre nós',
  contact: 'Contacto',
  label: 'Principal',
  menu: 'Menu',
  openMenu: 'Abrir menu',
  closeMenu: 'Fechar menu',
  themeToLight: 'Mudar para o tema claro',
  themeToDark: 'Mudar para o tema escuro',
  skip: 'Ir para o conteúdo',
  preview: 'Pré-visualização: os visitantes ainda veem a página «Em breve».',
};
