import type { ReactNode } from 'react';
import hidden from '#ui/hidden.module.css';
import button from '../parts/Button.module.css';
import { OutIcon } from '../parts/icons.tsx';
import { useWords } from '../words.ts';

/** A link out of the dashboard, which opens in a new tab. */
export function Outward({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useWords();
  return (
    <a className={button.text} href={href} target="_blank" rel="noreferrer">
      <span>{children}</span>
      <OutIcon />
      <span className={hidden.hidden}>, {t('common.newTab')}</span>
    </a>
  );
}
