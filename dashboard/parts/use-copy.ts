import { useWords } from '../words.ts';
import { toast } from './toasts.ts';

/** Puts a text into the clipboard, and says so. Without one (plain http on a network) the text can be marked and copied by hand. */
export function useCopy(): (text: string) => void {
  const { t } = useWords();
  return (text) =>
    void navigator.clipboard?.writeText(text).then(
      () => toast(t('common.copied')),
      () => {},
    );
}
