import { bookOf } from '#contract/books.ts';
import type { Purpose } from '#contract/owner/launch.ts';

export function isPurpose(text: string | undefined): text is Purpose {
  return text === 'launch' || (text?.startsWith('book:') === true && bookOf(text) !== null);
}
