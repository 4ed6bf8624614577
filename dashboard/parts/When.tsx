import { whenOf } from '../when.ts';
import { useWords } from '../words.ts';

/** A time in a list, with the full date and time on demand. */
export function When({ at }: { at: number }) {
  const words = useWords();
  return (
    <time dateTime={new Date(at).toISOString()} title={words.moment(at)}>
      {whenOf(words, at)}
    </time>
  );
}
