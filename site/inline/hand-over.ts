import type { Language } from '#contract/language.ts';
import type { SubscribeStatus } from '../subscribe/attend.ts';

type HandOver = {
  /** Of the page's words; `lang` is overwritten by browsers that translate it. */
  language?: Language;
  /** React has started to read the page: from here on presses wait for it. */
  taken: boolean;
  /** The form's status; undefined as long as it is the document's. */
  status?: SubscribeStatus;
  /** Whether the address being sent was accepted. */
  answer?: Promise<boolean>;
  /** Releases the held actions in order; from here on none is held. */
  letGo: () => HTMLElement[];
};

/** State that the inline script hands over to React. */
export const handOver: HandOver = { taken: false, letGo: () => [] };
