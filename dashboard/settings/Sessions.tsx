import type { SessionRow } from '#contract/owner/session.ts';
import { useAct, useOwner } from '../api.ts';
import { TextButton } from '../parts/Button.tsx';
import { Loaded } from '../parts/states.tsx';
import { toast, useFailureToast } from '../parts/toasts.ts';
import { whenOf } from '../when.ts';
import { useWords } from '../words.ts';
import { Section, Thing, Things } from './Section.tsx';
import styles from './Settings.module.css';

const JUST_NOW_MS = 60_000;

export function Sessions() {
  const words = useWords();
  const { t, relative } = words;
  const read = useOwner<{ rows: SessionRow[] }>('/sessions');
  return (
    <Section title={t('settings.sessions')}>
      <Loaded read={read}>
        {({ rows }) => (
          <>
            <Things>
              {rows.map(({ id, agent, createdAt, usedAt, current }) => (
                <Thing
                  key={id}
                  name={agent}
                  note={current ? t('settings.sessionHere') : undefined}
                  text={t('settings.sessionSince', {
                    when: whenOf(words, createdAt),
                    last: Date.now() - usedAt < JUST_NOW_MS ? t('settings.justNow') : relative(usedAt),
                  })}
                  end={
                    !current && (
                      <End path={`/sessions/${id}/end`} label={`${t('settings.sessionEnd')}: ${agent}`}>
                        {t('settings.sessionEnd')}
                      </End>
                    )
                  }
                />
              ))}
            </Things>
            {rows.length > 1 && (
              <div className={styles.next}>
                <End path="/sessions/end-others">{t('settings.sessionEndAll')}</End>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

function End({ path, label, children }: { path: string; label?: string; children: string }) {
  const { t } = useWords();
  const failed = useFailureToast();
  const { send, busy } = useAct(path);
  return (
    <TextButton
      aria-label={label}
      busy={busy}
      onClick={() => {
        send()
          .then(() => toast(t('settings.sessionEnded')))
          .catch(failed);
      }}
    >
      {children}
    </TextButton>
  );
}
