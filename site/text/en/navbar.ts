/** Apart from the other words, because the bar is not shown on the Coming Soon page. */
export const navbar = {
  home: 'Home',
  services: 'Services',
  products: 'Products',
  about: 'About',
  contact: 'Contact',
  label: 'Main',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  themeToLight: 'Switch to light theme',
  themeToDark: 'Switch to dark theme',
  skip: 'Skip to content',
  preview: 'Preview mode: visitors still see the Coming Soon page.',
};

export type NavbarText = typeof navbar;
