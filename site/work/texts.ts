import type { WorkText } from '../text/en/work.ts';
import { wording } from '../text/wording.ts';

export const workTexts = wording(
  import.meta.glob<WorkText>('/site/text/*/work.ts', { eager: true, import: 'work' }),
);
