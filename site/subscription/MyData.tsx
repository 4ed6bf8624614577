import { NEWS } from '#contract/newsletter.ts';
import { filled } from '#contract/words.ts';
import { Breve } from '#ui/Breve.tsx';
import button from '#ui/Button.module.css';
import { useLanguage } from '../language/use-language.ts';
import { Addressed } from './Addressed.tsx';
import { oftenWords } from './news.ts';
import { subscriptionTexts } from './texts.ts';
import styles from './Kept.module.css';
import page from './TokenPage.module.css';
import { When } from './When.tsx';

type ChoiceProps = { title: string; text: string } & ({ of: string; stop: string } | { of?: undefined });

/** Something that the person gets, or got; `stop`: on the button that ends it. */
function Choice({ title, text, ...ends }: ChoiceProps) {
  const said = (
    <p>
      <b>{title}</b>
      <span>{text}</span>
    </p>
  );
  if (ends.of === undefined) return <div className={styles.get}>{said}</div>;
  return (
    <form className={styles.get} method="post">
      {said}
      <input type="hidden" name="of" value={ends.of} />
      <button type="submit" name="do" value="stop" aria-label={`${ends.stop}: ${title}`}>
        <span>{ends.stop}</span>
      </button>
    </form>
  );
}

/** All data stored about one person, to be exported or erased. */
export function MyData() {
  const { language } = useLanguage();
  const { facts, ...words } = subscriptionTexts[language].me;
  return (
    <>
      <Addressed text={words.text} />
      <When value="GETS">
        <h2 className={styles.gets}>{words.gets}</h2>
      </When>
      <When value="NEWS">
        <Choice
          of={NEWS}
          title={words.news}
          text={filled(words.newsText, { often: oftenWords(language) })}
          stop={words.stop}
        />
      </When>
      <When value="WAITING">
        <Choice of="books" title={words.books} text={words.booksText} stop={words.stop} />
      </When>
      <When value="LAUNCH">
        <Choice of="launch" title={words.launch} text={words.launchText} stop={words.stop} />
      </When>
      <When value="TOLD">
        <Choice title={words.launch} text={words.toldText} />
      </When>
      <dl className={styles.facts}>
        {Object.entries(facts).map(([name, label]) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd translate={name === 'ADDRESS' ? 'no' : undefined}>{`%${name}%`}</dd>
          </div>
        ))}
      </dl>
      <form className={styles.form} method="post">
        <button className={button.button} type="submit" name="do" value="export">
          <span>{words.export}</span>
          <Breve swing="left" className={button.glyph} />
        </button>
      </form>
      {/* The page that asks again opens here, below all the facts. */}
      <form className={styles.form} method="post" action="#erase-warning">
        <p className={styles.warning} id="erase-warning">
          {words.eraseText}
        </p>
        <input type="hidden" name="shown" value="%SHOWN%" />
        <p className={page.once}>%ONCE%</p>
        <button
          className={styles.erase}
          type="submit"
          name="do"
          value="erase"
          aria-describedby="erase-warning"
        >
          {words.erase}
        </button>
      </form>
    </>
  );
}
