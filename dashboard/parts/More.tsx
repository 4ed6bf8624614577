import { focusRow, ROW } from '../frame/arrival.ts';
import { useWords } from '../words.ts';
import { TextButton } from './Button.tsx';

/** Shows more rows of a list. The button may disappear on its press: focus moves to the last row above it. */
export function More({ onPress }: { onPress: () => void }) {
  const { t } = useWords();
  return (
    <TextButton
      onClick={({ currentTarget }) => {
        const last = lastBefore(currentTarget);
        if (last !== undefined) focusRow(last);
        onPress();
      }}
    >
      {t('common.more')}
    </TextButton>
  );
}

function lastBefore(button: Element): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  return rows.findLast(
    (row) => !row.contains(button) && row.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
}
