import { whenOf } from '../when.ts';
import { useWords } from '../words.ts';

/** A moment in a list, with the whole of it for whoever wants to know. */
export function When({ at }: { at: number }) {
  const words = useWords();
  return (
    <time dateTime={new Date(at).toISOString()} title={words.moment(at)}>
      {whenOf(words, at)}
    </time>
  );
}
