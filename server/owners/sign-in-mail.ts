import type { Transaction } from '#kysely';
import { INVITE_LINK_MS, LINK_MS } from '#contract/owner/session.ts';
import { prepareMail, type MailDeps } from '#server/deliver/prepare-mail.ts';
import { KEPT_DAYS, type Kind } from '#server/outbox/kind.ts';
import { FIRST } from '#server/outbox/send-rate.ts';
import type { Handler } from '#server/outbox/kind.ts';
import type { Tables } from '#server/store/schema.ts';
import type { Secrets } from '#server/store/secrets/secrets.ts';
import { keepLink, linkTo } from './links.ts';
import { hashOfToken, newToken } from './token.ts';

export type SignInMailDeps = MailDeps & { secrets: Secrets; now: () => number };

export const signInMail: Kind<SignInMailDeps> = {
  name: 'sign-in',
  subjectType: null,
  // Somebody is waiting to sign in.
  lane: 'confirmations',
  anHour: 60,
  unknownTries: 1,
  keptDays: KEPT_DAYS,
  toVisitor: false,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createSignInMail,
};

const PURPOSE = 'owner link';

/** `browser`: cookie of the only browser in which it works. `isKnown`: this owner has signed in there. */
type Link = { owner: number; now: number } & (
  | { kind: 'mail'; browser: string; isKnown: boolean }
  | { kind: 'invite' }
);

/**
 * Queues a mail with a link, and returns when the link expires. The store holds only a seed, which we alone
 * can sign: a stolen copy signs nobody in. Links requested by strangers go last within the hourly limit.
 */
export async function mailLink(trx: Transaction<Tables>, secrets: Secrets, link: Link): Promise<number> {
  const { kind, now } = link;
  const seed = newToken();
  const expiresAt = await keepLink(trx, {
    ...link,
    token: secrets.sign(PURPOSE, seed),
    lasts: kind === 'mail' ? LINK_MS : INVITE_LINK_MS,
  });
  const due_at = link.kind === 'mail' && !link.isKnown ? now : FIRST;
  await trx
    .insertInto('outbox')
    .values({ kind: signInMail.name, subject_type: null, payload: seed, due_at, created_at: now })
    .execute();
  return expiresAt;
}

/** Sends a link, unless it cannot be used any more. */
function createSignInMail(deps: SignInMailDeps): Handler {
  const { query, secrets, siteUrl, now } = deps;
  return async (job) => {
    const token = secrets.sign(PURPOSE, job.payload ?? '');
    const link = await query
      .selectFrom('owner_link as l')
      .innerJoin('owner as o', 'o.id', 'l.owner_id')
      .select(['l.kind', 'o.email', 'o.language'])
      .where('l.hash', '=', hashOfToken(token))
      .where('l.used_at', 'is', null)
      .where('l.expires_at', '>', now())
      .executeTakeFirst();
    if (link === undefined || link.email === null)
      return { outcome: 'skipped', reply: 'The link works no more.' };
    return prepareMail(deps, job, {
      template: link.kind === 'invite' ? 'invite' : 'sign-in',
      language: link.language,
      values: { signInUrl: linkTo(siteUrl, token) },
      to: link.email,
      now: job.createdAt,
      auto: 'auto-generated',
    });
  };
}
