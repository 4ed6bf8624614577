import { useState } from 'react';
import { type Language, LANGUAGES } from '#contract/language.ts';
import type { AskedAgain, Person } from '#contract/owner/people.ts';
import { useAct } from '../api.ts';
import { AskDialog } from '../parts/AskDialog.tsx';
import { SmallButton } from '../parts/Button.tsx';
import { Row, Rows } from '../parts/layout.tsx';
import { toast, useFailureToast, useCopy } from '../parts/toasts.ts';
import { useWords } from '../words.ts';
import { EraseDialog } from './EraseDialog.tsx';
import styles from './Person.module.css';

/** The actions that are possible in the person's state. */
export function PersonActs({ person }: { person: Person }) {
  const { t } = useWords();
  const { id, address } = person;
  const [isErase, setErase] = useState(false);
  return (
    <>
      <Rows>
        {person.kind === 'suspect' && (
          <AskedRow
            path={`/people/${id}/release`}
            title={t('person.release')}
            text={t('person.releaseText', { address })}
            yes={t('person.release')}
            solid
            question={t('person.releaseTitle')}
            warning={t('person.releaseText', { address })}
            done={t('person.released')}
          />
        )}
        {person.kind === 'pending' && <AskAgain person={person} />}
        {(person.kind === 'pending' || person.kind === 'confirmed') && <ChangeLanguage person={person} />}
        {person.newsSince !== null && (
          <AskedRow
            path={`/people/${id}/newsletter/stop`}
            title={t('people.by.newsletter')}
            text={t('person.newsText')}
            yes={t('person.newsStop')}
            question={t('person.newsTitle')}
            warning={t('person.newsWarn', { address })}
            done={t('person.newsStopped')}
          />
        )}
        <Links person={person} />
        <Row
          title={t('person.erase')}
          text={t('person.eraseNoUndo')}
          end={
            <SmallButton danger onClick={() => setErase(true)}>
              {t('person.erase')}
            </SmallButton>
          }
        />
      </Rows>
      {isErase && <EraseDialog person={person} onClose={() => setErase(false)} />}
    </>
  );
}

type AskedProps = Record<'path' | 'title' | 'text' | 'yes' | 'question' | 'warning' | 'done', string> & {
  solid?: boolean;
};

/** A row whose button asks first. `done`: what is said after it. */
function AskedRow({ path, title, text, yes, solid = false, question, warning, done }: AskedProps) {
  const [isAsked, setAsked] = useState(false);
  const act = useAct(path);
  async function send() {
    await act.send();
    setAsked(false);
    toast(done);
  }
  return (
    <>
      <Row
        title={title}
        text={text}
        end={
          <SmallButton solid={solid} onClick={() => setAsked(true)}>
            {yes}
          </SmallButton>
        }
      />
      {isAsked && (
        <AskDialog title={question} yes={yes} act={act} onYes={send} onClose={() => setAsked(false)}>
          <p>{warning}</p>
        </AskDialog>
      )}
    </>
  );
}

function AskAgain({ person: { id } }: { person: Person }) {
  const { t } = useWords();
  const failed = useFailureToast();
  const { send, busy } = useAct<{ outcome: AskedAgain }>(`/people/${id}/ask`);
  const [why, setWhy] = useState<Exclude<AskedAgain, 'sent'> | null>(null);
  async function again() {
    const { outcome } = await send();
    setWhy(outcome === 'sent' ? null : outcome);
    if (outcome === 'sent') toast(t('person.resent'));
  }
  return (
    <Row
      title={t('person.resend')}
      text={<span role="status">{why === null ? t('person.resendText') : t(`person.again.${why}`)}</span>}
      end={
        <SmallButton busy={busy} onClick={() => void again().catch(failed)}>
          {t('person.resendButton')}
        </SmallButton>
      }
    />
  );
}

/** One button for each other language. */
function ChangeLanguage({ person: { id, language } }: { person: Person }) {
  const { t } = useWords();
  const failed = useFailureToast();
  const { send, busy } = useAct(`/people/${id}/language`);
  const spoken = (one: Language) => ({ language: t(`spoken.${one}`) });
  async function change(to: Language) {
    await send({ language: to });
    toast(t('person.languageChanged', spoken(to)));
  }
  return (
    <Row
      title={t('person.language')}
      text={t('person.languageText', spoken(language))}
      end={LANGUAGES.filter((one) => one !== language).map((one, place) => (
        // The same button shows the next language, so that it keeps the focus.
        // oxlint-disable-next-line react/no-array-index-key
        <SmallButton key={place} busy={busy} onClick={() => void change(one).catch(failed)}>
          {t('person.languageButton', spoken(one))}
        </SmallButton>
      ))}
    />
  );
}

type Made = { data: string; leave: string };

function Links({ person: { id, address } }: { person: Person }) {
  const { t } = useWords();
  const failed = useFailureToast();
  const { send, busy } = useAct<Made>(`/people/${id}/links`);
  const [made, setMade] = useState<Made | null>(null);
  return (
    <>
      <Row
        title={t('person.links')}
        text={t('person.linksText', { address })}
        end={
          <SmallButton busy={busy} onClick={() => void send().then(setMade, failed)}>
            {t('person.linksButton')}
          </SmallButton>
        }
      />
      {made !== null && (
        <>
          <LinkRow title={t('person.linkData')} url={made.data} />
          <LinkRow title={t('person.linkLeave')} url={made.leave} />
        </>
      )}
    </>
  );
}

/** A link to copy, not to open: opening it would act in that person's name. */
function LinkRow({ title, url }: { title: string; url: string }) {
  const { t } = useWords();
  const copy = useCopy();
  return (
    <Row
      title={title}
      text={<code className={styles.url}>{url}</code>}
      end={<SmallButton onClick={() => copy(url)}>{t('common.copy')}</SmallButton>}
    />
  );
}
