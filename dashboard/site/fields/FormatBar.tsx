import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Language } from '#contract/language.ts';
import { BoldIcon, HeadingIcon, LinkIcon, ListIcon } from '../../parts/icons.tsx';
import { useWords } from '../../words.ts';
import { bold, linkAt, linked, signed, type Edit, type Link } from './format.ts';
import { LinkDialog } from './LinkDialog.tsx';
import styles from './FormatBar.module.css';

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };
/** There Control and these letters move the cursor. */
const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

const FORMATS = [
  { name: 'bold', Icon: BoldIcon, key: 'b' },
  { name: 'link', Icon: LinkIcon, key: 'k' },
  { name: 'heading', Icon: HeadingIcon, key: null },
  { name: 'list', Icon: ListIcon, key: null },
] as const;
type Format = (typeof FORMATS)[number]['name'];

/** Formats what is selected in the text area beside it. */
export function FormatBar({ language }: { language: Language }) {
  const bar = useRef<HTMLDivElement>(null);
  const [link, setLink] = useState<Link | null>(null);
  function format(name: Format) {
    const area = areaBeside(bar);
    if (area === null) return;
    const { value, selectionStart, selectionEnd } = area;
    const selection = [selectionStart, selectionEnd] as const;
    if (name === 'link') setLink(linkAt(value, selection));
    else if (name === 'bold') put(area, bold(value, selection));
    else put(area, signed(value, selection, name === 'heading' ? '## ' : '- '));
  }
  function apply(chosen: Link, to: string | null) {
    // The text takes no focus while the dialog is open.
    flushSync(() => setLink(null));
    const area = areaBeside(bar);
    if (area !== null) put(area, linked(chosen, to));
  }
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const isShortcut = (IS_MAC ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey;
    const found = FORMATS.find(({ key }) => key === event.key.toLowerCase());
    if (!isShortcut || found === undefined) return;
    event.preventDefault();
    format(found.name);
  });
  useEffect(() => {
    const area = areaBeside(bar);
    const hear = (event: globalThis.KeyboardEvent) => press(event);
    area?.addEventListener('keydown', hear);
    return () => area?.removeEventListener('keydown', hear);
  }, []);
  return (
    <>
      <Buttons bar={bar} language={language} onFormat={format} />
      {link !== null && (
        <LinkDialog link={link} lang={language} onApply={apply} onClose={() => setLink(null)} />
      )}
    </>
  );
}

type Bar = RefObject<HTMLDivElement | null>;
type ButtonsProps = { bar: Bar; language: Language; onFormat: (name: Format) => void };

/** One stop of the Tab key; arrows move within. */
function Buttons({ bar, language, onFormat }: ButtonsProps) {
  const { t } = useWords();
  const [at, setAt] = useState(0);
  function move({ key }: KeyboardEvent) {
    const step = STEPS[key];
    if (step === undefined) return;
    const next = (at + step + FORMATS.length) % FORMATS.length;
    setAt(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }
  return (
    <div
      ref={bar}
      className={styles.format}
      role="toolbar"
      aria-label={t('editor.format.name', { language: t(`languages.${language}`) })}
    >
      {FORMATS.map(({ name, Icon, key }, n) => (
        <button
          key={name}
          type="button"
          title={t(`editor.format.${name}`)}
          aria-label={t(`editor.format.${name}`)}
          aria-keyshortcuts={key === null ? undefined : `${IS_MAC ? 'Meta' : 'Control'}+${key.toUpperCase()}`}
          tabIndex={n === at ? 0 : -1}
          onKeyDown={move}
          // The text keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(name)}
        >
          <Icon />
        </button>
      ))}
    </div>
  );
}

function areaBeside(bar: Bar): HTMLTextAreaElement | null {
  return bar.current?.parentElement?.querySelector('textarea') ?? null;
}

/** As if it was typed: Ctrl-Z takes it back. */
function put(area: HTMLTextAreaElement, { range: [from, to], text, select: [first, last] }: Edit): void {
  area.focus();
  area.setSelectionRange(from, to);
  document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
  area.setSelectionRange(first, last);
}
