import { Body, Head, Heading, Hr, Html, Link, Preview, Text } from '@react-email/components';
import type { ReactNode } from 'react';
import type { Language } from '#contract/language.ts';
import type { SiteConfig } from '#contract/site.ts';
import { LAYOUT_TABLE, STYLE_SHEET, styles } from './look.ts';
import type { Mail } from './mail.ts';

/** The frame of every mail: name, title, text, sender. Nothing is loaded or counted. */
export function Layout({ site, language, mail }: { site: SiteConfig; language: Language; mail: Mail }) {
  const { subject, preview, title, lang, body, footer } = mail;
  return (
    <Html lang={language}>
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{STYLE_SHEET}</style>
      </Head>
      <Body className="ground" style={styles.ground}>
        <Preview>{preview}</Preview>
        <table align="center" {...LAYOUT_TABLE} style={styles.column}>
          <tbody>
            <tr>
              <td style={styles.margins}>
                <Wordmark {...site.brand} />
                <Heading className="text" style={styles.title} lang={lang}>
                  {title}
                </Heading>
                {body}
                <Hr className="line" style={styles.line} data-skip-in-text="true" />
                {footer}
              </td>
            </tr>
          </tbody>
        </table>
      </Body>
    </Html>
  );
}

/**
 * The picture of an announcement, which travels within its mail. Where it is not shown its words are. Outlook takes its width
 * from the attribute, Apple Mail only from the style; Yahoo would keep a height while the width shrinks.
 */
export function Picture() {
  return (
    <Where value="pictureUrl">
      <img
        className="muted"
        src="{{pictureUrl}}"
        alt="{{alt}}"
        width="{{pictureWidth}}"
        style={{ ...styles.picture, maxWidth: '{{pictureWidth}}px' }}
      />
    </Where>
  );
}

/** A line of small print. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <Text className="muted" style={styles.muted}>
      {children}
    </Text>
  );
}

export function NamedLink({ href, children }: { href: string; children: string }) {
  return (
    <Link className="link" style={styles.link} href={href}>
      {children}
    </Link>
  );
}

/** The button's URL, to be copied; the text part has it already. `words`: why. */
export function BareAddress({ words, url }: { words: string; url: string }) {
  return (
    <div data-skip-in-text="true" style={styles.bare}>
      <Note>{words}</Note>
      <Note>{url}</Note>
    </div>
  );
}

/** A label, with its value below. */
export function MailFact({ label, value }: { label: string; value: string }) {
  return (
    <Text className="text line" style={styles.fact}>
      <span className="muted" style={styles.label}>
        {label}
      </span>
      <br />
      {value}
    </Text>
  );
}

/** Renders nothing if the value is empty. */
export function Where({ value, children }: { value: string; children: ReactNode }) {
  return (
    <>
      {`{{?${value}}}`}
      {children}
      {`{{/${value}}}`}
    </>
  );
}

/**
 * The name as text: many mail programs block images. Its breve is a character, where the letter has one; a name whose
 * logo is the owner's own, or that carries no breve, is plain text.
 */
function Wordmark({ name, markAt, hasLogo = false }: SiteConfig['brand']) {
  const letter = markAt === null || hasLogo ? '' : `${name.charAt(markAt)}\u0306`.normalize('NFC');
  const isMarked = markAt !== null && letter.length === 1;
  return (
    <Text className="text" style={styles.logo} data-skip-in-text="true">
      <span role="img" aria-label={name} translate="no">
        {isMarked ? (
          <>
            {name.slice(0, markAt)}
            <span className="mark" style={styles.mark}>
              {letter}
            </span>
            {name.slice(markAt + 1)}
          </>
        ) : (
          name
        )}
      </span>
    </Text>
  );
}
