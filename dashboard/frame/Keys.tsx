import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { PAGES, PLACES } from '../pages.ts';
import { Acts, TextButton } from '../parts/Button.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Pair, Pairs } from '../parts/Pairs.tsx';
import { local } from '../storage.ts';
import { useWords } from '../words.ts';
import styles from './Keys.module.css';

/** Whoever speaks to their computer turns them off in Settings (WCAG 2.1.4). */
const OFF_KEY = 'dashboardKeys';

export function areKeysOn(): boolean {
  return local.recall(OFF_KEY) !== 'off';
}

export function setKeys(on: boolean): void {
  local.keep(OFF_KEY, on ? 'on' : 'off');
}

const G_LASTS_MS = 1500;
const TYPED_INTO = 'input, textarea, select, [contenteditable]';

/** Keys move and open; none of them opens the site, stops, sends or erases. */
export function Keys() {
  const [, go] = useLocation();
  const [isHelp, setHelp] = useState(false);
  useEffect(() => {
    let pressedG = 0;
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.closest(TYPED_INTO) !== null;
      if (!areKeysOn() || isTyping || ctrlKey || metaKey || altKey) return;
      if (document.querySelector('dialog[open]') !== null) return;
      const page = PAGES.find((name) => PLACES[name].key === key.toLowerCase());
      if (page !== undefined && Date.now() - pressedG < G_LASTS_MS) go(PLACES[page].path);
      else if (key === '/') focusSearch(event);
      else if (key === '?') setHelp(true);
      else if (key === 'j') moveRow(1);
      else if (key === 'k') moveRow(-1);
      pressedG = key === 'g' ? Date.now() : 0;
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go]);
  return isHelp ? <Help onClose={() => setHelp(false)} /> : null;
}

function focusSearch(event: KeyboardEvent): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (field === null) return;
  event.preventDefault();
  field.focus();
}

/** Rows are links: Enter opens them. */
function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = at === -1 ? rows[0] : rows[at + step];
  next?.focus();
}

function Help({ onClose }: { onClose: () => void }) {
  const { t } = useWords();
  return (
    <Dialog title={t('keys.title')} wide onClose={onClose}>
      <div className={styles.columns}>
        <section>
          <h3>{t('keys.go')}</h3>
          <Pairs>
            {PAGES.map((page) => (
              <Pair key={page} term={<Key two={PLACES[page].key} name="G" />}>
                {t(`nav.${page}`)}
              </Pair>
            ))}
          </Pairs>
        </section>
        <section>
          <h3>{t('keys.list')}</h3>
          <Pairs>
            <Pair term={<Key name="J" />}>{t('keys.next')}</Pair>
            <Pair term={<Key name="K" />}>{t('keys.previous')}</Pair>
            <Pair term={<Key name="Enter" />}>{t('keys.open')}</Pair>
          </Pairs>
          <h3 className={styles.second}>{t('keys.everywhere')}</h3>
          <Pairs>
            <Pair term={<Key name="/" />}>{t('keys.search')}</Pair>
            <Pair term={<Key name="?" />}>{t('keys.help')}</Pair>
            <Pair term={<Key name="Esc" />}>{t('keys.close')}</Pair>
          </Pairs>
        </section>
      </div>
      <p className={styles.note}>{t('keys.note')}</p>
      <Acts>
        <TextButton onClick={onClose}>{t('common.close')}</TextButton>
      </Acts>
    </Dialog>
  );
}

function Key({ name, two }: { name: string; two?: string }) {
  const { t } = useWords();
  return (
    <>
      <kbd className={styles.key}>{name}</kbd>
      {two !== undefined && (
        <>
          {' '}
          <span className={styles.then}>{t('keys.after')}</span>{' '}
          <kbd className={styles.key}>{two.toUpperCase()}</kbd>
        </>
      )}
    </>
  );
}
