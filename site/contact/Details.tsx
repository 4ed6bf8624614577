import type { ContactDetails } from '#contract/site.ts';
import { useLanguage } from '../language/use-language.ts';
import actions from '../shell/Actions.module.css';
import styles from './Details.module.css';
import { contactTexts } from './texts.ts';

/** Other ways to write than the form, and how soon an answer comes, as far as the owner gives them. */
export function Details({ contact }: { contact: ContactDetails }) {
  const { language } = useLanguage();
  const words = contactTexts[language];
  const { email, phone, address, reply } = contact;
  return (
    <div className={styles.details}>
      {(email ?? phone ?? address ?? reply) !== null && (
        <dl>
          {email !== null && (
            <div>
              <dt>{words.email}</dt>
              <dd>
                <a href={`mailto:${email}`}>{email}</a>
              </dd>
            </div>
          )}
          {phone !== null && (
            <div>
              <dt>{words.phone}</dt>
              <dd>
                <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
              </dd>
            </div>
          )}
          {address !== null && (
            <div>
              <dt>{words.address}</dt>
              <dd>
                {address.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </dd>
            </div>
          )}
          {reply !== null && (
            <div>
              <dt>{words.reply}</dt>
              <dd>{reply[language]}</dd>
            </div>
          )}
        </dl>
      )}
      <Links {...contact} />
    </div>
  );
}

function Links({ booking, whatsapp }: Pick<ContactDetails, 'booking' | 'whatsapp'>) {
  const words = contactTexts[useLanguage().language];
  if ((booking ?? whatsapp) === null) return null;
  return (
    <p className={styles.links}>
      {booking !== null && (
        <a className={actions.secondary} href={booking} target="_blank" rel="noopener">
          {words.booking}
        </a>
      )}{' '}
      {whatsapp !== null && (
        <a
          className={actions.secondary}
          href={`https://wa.me/${whatsapp.replaceAll(/\D/g, '')}`}
          target="_blank"
          rel="noopener"
        >
          {words.whatsapp}
        </a>
      )}
    </p>
  );
}
