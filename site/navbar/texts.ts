import type { NavbarText } from '../text/en/navbar.ts';
import { wording } from '../text/wording.ts';

export const navbarTexts = wording(
  import.meta.glob<NavbarText>('/site/text/*/navbar.ts', { eager: true, import: 'navbar' }),
);
