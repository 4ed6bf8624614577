import type { SubscribeStatus } from '../subscribe/attend.ts';

type HandOver = {
  /** React has begun to read the page: from here on whatever is pressed waits for it. */
  taken: boolean;
  /** What the form shows; undefined as long as it shows what its document did. */
  status?: SubscribeStatus;
  /** Whether the address under way is taken. */
  answer?: Promise<boolean>;
  /** Whatever was held, in its order; from here on nothing is. */
  letGo: () => HTMLElement[];
};

/** What the script in the document has begun, for React to go on with. */
export const handOver: HandOver = { taken: false, letGo: () => [] };
