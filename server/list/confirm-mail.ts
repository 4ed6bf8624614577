import type { SiteManifest } from '#contract/documents.ts';
import type { TokenState } from '#contract/pages.ts';
import { alsoAskedFor, selectBooks } from './interests.ts';
import { findRecipient } from './find.ts';
import { createLink } from '#server/list/link-token.ts';
import { letter, type LetterDeps } from '#server/deliver/letter.ts';
import { mailTime } from '#server/deliver/message.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import type { Handler } from '#server/outbox/worker.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { REMINDER } from './reminder.ts';

export type ConfirmMailDeps = LetterDeps & {
  secrets: Secrets;
  words: SiteManifest['words'];
  /** Milliseconds since 1970. */
  now: () => number;
};

export const confirmMail: Kind<ConfirmMailDeps> = {
  name: 'confirm',
  about: 'subscription',
  lane: 'confirmations',
  // A small site's best day, not a flood.
  anHour: 300,
  // A second mail with the same Message-ID harms nobody.
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  toVisitor: true,
  newestOnly: true,
  alarm: 'alarm-mail',
  handler: createConfirmMail,
};

/** Sends the mail by which a person confirms an address; not to one who has confirmed, left or gone meanwhile. */
export function createConfirmMail(deps: ConfirmMailDeps): Handler {
  const { query, secrets, siteUrl, words, now } = deps;
  return async (job) => {
    const { subject, payload, createdAt } = job;
    const row = await findRecipient(query, subject, 'pending');
    if (!row) return { outcome: 'skipped', reply: 'Nothing is left to confirm.' };

    const { id: subscription, key, address, language } = row;
    const time = mailTime(createdAt, now());
    const link = (purpose: TokenState) =>
      createLink(secrets, siteUrl, { purpose, subscription, key, language, now: time });
    const asked = await selectBooks(query, subscription);
    const books = asked.map(({ product }) => product);
    const values = {
      address,
      also: alsoAskedFor(words, language, books),
      confirmUrl: link('confirm'),
      unsubscribeUrl: link('unsubscribe'),
      dataUrl: link('me'),
    };
    const kind = payload === REMINDER ? 'reminder' : 'confirm';
    return letter(deps, job, {
      template: values.also === '' ? kind : `${kind}-book`,
      language,
      values,
      to: address,
      now: time,
      unsubscribeUrl: values.unsubscribeUrl,
      auto: payload === REMINDER ? 'auto-generated' : 'auto-replied',
    });
  };
}
