import type { NavbarText } from '../text/en/navbar.ts';
import { wording } from '../text/wording.ts';

export const navbarTexts = wording(
  'navbar',
  import.meta.glob<NavbarText>('/site/text/*/navbar.ts', { eager: true, import: 'navbar' }),
);
