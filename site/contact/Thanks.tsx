import { useEffect, useRef, type MouseEvent } from 'react';
import { addressIn, PATHS } from '#contract/pages.ts';
import { Breve } from '#ui/Breve.tsx';
import { useLanguage } from '../language/use-language.ts';
import styles from './ContactForm.module.css';
import { contactTexts } from './texts.ts';

type Props = {
  /** In the document that answers a form sent without script, where no toast can say it. */
  isAnswer: boolean;
  /** The visitor starts another message. */
  onAnother: () => void;
};

/** Replaces the form once its message has arrived. */
export function Thanks({ isAnswer, onAnother }: Props) {
  const { language } = useLanguage();
  const words = contactTexts[language];
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!isAnswer) said.current?.focus();
  }, [isAnswer]);
  function onClick(event: MouseEvent) {
    event.preventDefault();
    onAnother();
  }
  return (
    <div className={styles.thanks}>
      <Breve swing="arriving" className={styles.arrived} />
      <p ref={said} tabIndex={-1} role={isAnswer ? 'status' : undefined}>
        {isAnswer && <span>{words.emailSuccess} </span>}
        <span>{words.thanks}</span>
      </p>
      <a href={addressIn(PATHS.contact, language)} onClick={onClick}>
        {words.another}
      </a>
    </div>
  );
}
