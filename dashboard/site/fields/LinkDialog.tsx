import { useState } from 'react';
import type { Language } from '#contract/language.ts';
import { isAllowed } from '#contract/letter-text.ts';
import { INNER_PAGES, PATHS } from '#contract/pages.ts';
import { Acts, SmallButton, TextButton } from '../../parts/Button.tsx';
import { Dialog } from '../../parts/Dialog.tsx';
import { Field, Select } from '../../parts/Field.tsx';
import { useWords } from '../../words.ts';
import type { Link } from './format.ts';
import styles from './FormatBar.module.css';

type Props = {
  link: Link;
  lang: Language;
  /** `to`: null takes the link away. */
  onApply: (link: Link, to: string | null) => void;
  onClose: () => void;
};

/** Asks where a link leads. */
export function LinkDialog({ link, lang, onApply, onClose }: Props) {
  const { t } = useWords();
  const [words, setWords] = useState(link.words);
  const [typed, setTyped] = useState(link.to || (isAllowed(link.words) ? link.words : ''));
  const [isWrong, setWrong] = useState(false);
  function apply() {
    const to = typed.trim().replace(/^(?=[^\s:/@]+@[^\s:/@]+$)/, 'mailto:');
    if (isAllowed(to)) onApply({ ...link, words: words.trim() || to }, to);
    else setWrong(true);
  }
  const write = (address: string) => {
    setTyped(address);
    setWrong(false);
  };
  return (
    <Dialog title={t('editor.format.link')} onClose={onClose}>
      <form
        className={styles.link}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <Field
          label={t('editor.format.address')}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          value={typed}
          error={isWrong ? t('editor.format.wrong') : null}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <PageChoice address={typed} onChoose={write} />
        <Field
          label={t('editor.format.words')}
          value={words}
          lang={lang}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Acts>
          <SmallButton onClick={onClose}>{t('common.cancel')}</SmallButton>
          <SmallButton solid type="submit">
            {t('editor.format.apply')}
          </SmallButton>
          {link.to !== '' && (
            <TextButton onClick={() => onApply(link, null)}>{t('editor.format.remove')}</TextButton>
          )}
        </Acts>
      </form>
    </Dialog>
  );
}

/** The pages of the site; its paths are addresses, too. */
function PageChoice({ address, onChoose }: { address: string; onChoose: (path: string) => void }) {
  const { t } = useWords();
  return (
    <Select
      label={t('editor.format.page')}
      value={INNER_PAGES.some((page) => PATHS[page] === address) ? address : ''}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">–</option>
      {INNER_PAGES.map((page) => (
        <option key={page} value={PATHS[page]}>
          {t(`fields.place.${page}`)}
        </option>
      ))}
    </Select>
  );
}
