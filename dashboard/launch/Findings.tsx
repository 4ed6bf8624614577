import { withoutLanguage } from '#contract/content/words.ts';
import { type LaunchFinding as Found, levelOf } from '#contract/owner/launch.ts';
import { placeOfField } from '#contract/content/editor.ts';
import { isLanguage } from '#contract/language.ts';
import { type Frequency, OFTEN } from '#contract/newsletter.ts';
import type { DoctorCode, TemplatePart } from '#contract/owner/doctor.ts';
import { Acts, SmallButton, TextLink } from '../parts/Button.tsx';
import { FindingLine, Quote } from '../parts/FindingLine.tsx';
import { useCopy } from '../parts/toasts.ts';
import { hrefOf } from '../site/draft.ts';
import { labelOf, placeLabel } from '../site/labels.ts';
import { DOCTOR_WORDS } from '../text/doctor.ts';
import { FINDING_WORDS } from '../text/findings.ts';
import { useWords, type UseWords } from '../words.ts';

const LEVELS = { problem: 'red', warning: 'yellow', ok: 'green' } as const;

/** One finding: what was found, what that means, and what to do. */
export function FindingRow({ found, children }: { found: Found; children?: React.ReactNode }) {
  const words = useWords();
  const { t, fill } = words;
  const copy = useCopy();
  const copyButton = (text: string) => (
    <SmallButton onClick={() => copy(text)}>{t('launch.check.copyTech')}</SmallButton>
  );
  const level = LEVELS[levelOf(found)];
  const { title, text, todo } = FINDING_WORDS[words.language][found.code];
  const values = readable(words, found);
  const quote = quoteOf(words, found);
  const { person } = found.values;
  const asks =
    level === 'red' ? t('launch.check.redText') : level === 'yellow' ? t('launch.check.yellowText') : '';
  const hasBody = todo !== undefined || quote !== null || children !== undefined;
  return (
    <FindingLine
      level={level}
      title={fill(title, values)}
      text={quote === null ? `${fill(text, values)} ${asks}`.trim() : asks}
      end={t(`launch.check.${level}`)}
      {...(hasBody && {
        children: (
          <>
            {quote !== null && (
              <>
                <p>{fill(text, values)}</p>
                <Quote>{quote}</Quote>
              </>
            )}
            {todo !== undefined && <p>{fill(todo, values)}</p>}
            {found.code === 'test-leaving' && <Quote>{t('launch.check.items.unsubscribeTech')}</Quote>}
            {IN_FIELDS.has(found.code) && <Fields keys={String(found.values.text).split(', ')} />}
            {IN_SETTINGS.has(found.code) && (
              <TextLink href="/settings#delivery">{t('delivery.title')}</TextLink>
            )}
            {person !== undefined && (
              <TextLink href={`/people/${person}`}>{t('launch.check.first')}</TextLink>
            )}
            {quote !== null && level !== 'green' && copyButton(quote)}
            {found.code === 'test-leaving' && copyButton(t('launch.check.items.unsubscribeTech'))}
            {children}
          </>
        ),
      })}
    />
  );
}

/** `text` names fields. */
const IN_FIELDS = new Set<Found['code']>(['template-kept', 'not-asked']);
const IN_SETTINGS = new Set<Found['code']>(['server-none', 'server-files', 'server-sealed']);

/** The ways to fields, those of both languages in one. */
function Fields({ keys }: { keys: string[] }) {
  const words = useWords();
  const { t } = words;
  const ways = new Map<string, string>();
  for (const key of keys.toReversed()) {
    const name = withoutLanguage(key);
    const place = placeOfField(name);
    const label = labelOf(words, { name });
    if (place !== null) ways.set(`${placeLabel(t, place.name)}: ${label}`, hrefOf({ key, place }));
  }
  return (
    <Acts>
      {[...ways].toReversed().map(([label, href]) => (
        <TextLink key={label} href={href}>
          {label}
        </TextLink>
      ))}
    </Acts>
  );
}

/** The technical detail of a finding, for the server administrator. */
function quoteOf({ language, fill }: UseWords, { code, values }: Found): string | null {
  const { text, says } = values;
  // Fields, which have links.
  if (IN_FIELDS.has(code)) return null;
  if (typeof says === 'string') return fill(DOCTOR_WORDS[language][says as DoctorCode], values);
  if (typeof text !== 'string' || FINDING_WORDS[language][code].text.includes('{text}')) return null;
  return text;
}

function sayOften({ t }: UseWords, aMonth: unknown): string {
  const often = OFTEN[aMonth as Frequency];
  return t(`launch.ofLetter.often.${often}`);
}

/** What is in its sentences, as owners read it. */
export function readable(words: UseWords, { code, values }: Found): Found['values'] {
  const { t, number, list, size, day } = words;
  const { about, bytes, part, language } = values;
  if (code === 'mails-ok') {
    const made = Object.entries(values).flatMap(([name, n]) =>
      isLanguage(name) && typeof n === 'number' ? [`${t(`languages.${name}`)} ${number(n)}`] : [],
    );
    return { ...values, made: list(made), size: size(Number(bytes)) };
  }
  if (code === 'words-lacking' && isLanguage(language))
    return { ...values, part: `${labelOf(words, { name: String(part) })} (${t(`languages.${language}`)})` };
  if (code === 'words-link' && isLanguage(language))
    return { ...values, language: t(`languages.${language}`) };
  if (code === 'too-soon')
    return {
      last: day(Number(values.last)),
      from: day(Number(values.from)),
      often: sayOften(words, values.aMonth),
    };
  if (code === 'template-kept')
    return { ...values, part: t(`launch.check.template.${part as TemplatePart}`) };
  return typeof about === 'string' ? { ...values, about: about.toUpperCase() } : values;
}
