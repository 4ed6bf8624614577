import { Button, Text } from '@react-email/components';
import { type Need, NEED_PAGES } from '#contract/owner/today.ts';
import { NamedLink, Note, Where } from './Layout.tsx';
import { LAYOUT_TABLE, styles } from './look.ts';
import type { Mail, Mails } from './mail.ts';
import type { MailWords } from './words.ts';

const NEEDS = Object.keys(NEED_PAGES) as Need['is'][];

export const mails: Mails = {
  'weekly-summary': (text) => summary(text, {}),
  'weekly-summary-quiet': (text) => summary(text, { quiet: true }),
};

/** Sent to each owner on Monday: the week in ten lines. `quiet`: without sign-ups. */
function summary(text: MailWords, { quiet }: { quiet?: true }): Mail {
  const words = text['weekly-summary'];
  return {
    subject: quiet ? words.quietSubject : words.subject,
    preview: words.preview,
    title: quiet ? words.quietTitle : words.title,
    body: (
      <>
        <Waiting words={words} />
        {!quiet && <Strokes letters={words.days} />}
        <table className="rows" {...LAYOUT_TABLE} style={styles.rows}>
          <tbody>
            {words.rows.map(({ label, value, hint }) => (
              <tr key={value}>
                <td className="text line" valign="top" style={styles.term}>
                  {label}
                  {hint !== undefined && (
                    <>
                      <br />
                      <span className="muted" style={styles.label}>
                        {hint}
                      </span>
                    </>
                  )}
                </td>
                <td className="text line" width="40%" align="right" valign="top" style={styles.value}>
                  {value}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <Button className="button" style={styles.button} href="{{dashboardUrl}}">
          {words.button}
        </Button>
      </>
    ),
    footer: (
      <>
        <Note>
          <NamedLink href="{{dashboardUrl}}/settings#weekly-summary">{words.stop}</NamedLink>
        </Note>
        <Note>{text.footer.owner}</Note>
      </>
    ),
  };
}

/** Which week, and what needs the owner's attention. */
function Waiting({ words }: { words: MailWords['weekly-summary'] }) {
  return (
    <Text className="text" style={styles.text}>
      {words.week} <Where value="letters">{`${words.letters} `}</Where>
      <Where value="calm">{words.calm}</Where>
      <Where value="waits">
        <br />
        {words.waits}
        <br />
      </Where>
      {NEEDS.map((need) => (
        <Where key={need} value={`need_${need}`}>
          <span style={styles.need}>
            <NamedLink href={`{{dashboardUrl}}${NEED_PAGES[need]}`}>{words.needs[need]}</NamedLink>
            <br />
          </span>
        </Where>
      ))}
    </Text>
  );
}

/** The week as seven bars, decorative: the lines give the numbers. */
function Strokes({ letters }: { letters: readonly string[] }) {
  return (
    <table
      role="presentation"
      aria-hidden="true"
      data-skip-in-text="true"
      border={0}
      cellPadding={0}
      cellSpacing={0}
      style={styles.rows}
    >
      <tbody>
        <tr>
          {letters.map((letter, i) => (
            <td key={`${letter}${i}`} valign="bottom" height="84" style={styles.stroke}>
              <div className="stroke" style={{ ...styles.bar, height: `{{day${i + 1}}}px` }}>
                &nbsp;
              </div>
            </td>
          ))}
        </tr>
        <tr>
          {letters.map((letter, i) => (
            <td key={`${letter}${i}`} className="muted" style={styles.day}>
              {letter}
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
