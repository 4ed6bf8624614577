import { NEWS } from '#contract/newsletter.ts';
import { dayInWords } from '#contract/time.ts';
import { KEPT_DAYS, type Handler, type Kind } from '#server/outbox/kind.ts';
import { type ConfirmMailDeps, findRecipient, mailTo, waysOut } from './confirm-mail.ts';
import { getsNewsSince } from './news.ts';

export const welcomeMail: Kind<ConfirmMailDeps> = {
  name: 'welcome',
  subjectType: 'subscription',
  lane: 'others',
  anHour: 300,
  // Once.
  unknownTries: 0,
  keptDays: KEPT_DAYS,
  toVisitor: true,
  newestOnly: false,
  alarm: 'alarm-mail',
  handler: createWelcomeMail,
};

/** Welcomes a new reader of the newsletter, unless they get it no more, or the owner has turned it off since. */
export function createWelcomeMail(deps: ConfirmMailDeps): Handler {
  return async (job) => {
    const to = await findRecipient(deps, job, 'confirmed');
    const since = to && (await getsNewsSince(deps.query, to.id));
    if (to === null || since === null) return { outcome: 'skipped', reply: 'The person gets no newsletter.' };
    if (deps.site().manifest.welcome !== true)
      return { outcome: 'skipped', reply: 'Nobody is welcomed any more.' };
    const date = dayInWords(since, to.language);
    const ways = waysOut(to);
    const values = { ...ways, unsubscribeUrl: `${ways.unsubscribeUrl}&of=${NEWS}`, date };
    return mailTo(deps, job, to, { template: 'welcome', values, list: 'newsletter' });
  };
}
