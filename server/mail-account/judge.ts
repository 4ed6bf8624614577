import type { AccountMeans } from '#contract/owner/delivery.ts';
import { MINUTE } from '#contract/time.ts';
import type { Delivery } from '#server/outbox/delivery.ts';
import { isAboutRecipient, meaningOf } from '#server/outbox/replies.ts';
import type { Evidence } from './evidence.ts';
import { isAnswer, meansOfAccount, meansOfRun } from './refusal.ts';
import type { createAccountState, StateDeps } from './state.ts';

type Deps = Pick<StateDeps, 'settings'> & {
  evidence: Evidence;
  state: ReturnType<typeof createAccountState>;
};

type Refused = Exclude<Delivery, { outcome: 'sent' }>;

const AGAIN_MS = 15 * MINUTE;

/**
 * Returns a delivery as it counts: a refusal is the recipient's only if the words are about a recipient, and the
 * account took a mail for somebody else. `began`: when the mail was handed over.
 */
export async function judge(
  deps: Deps,
  delivery: Delivery,
  person: string,
  began: number,
): Promise<Delivery> {
  const { settings, evidence, state } = deps;
  const { mailRoute } = settings();
  if (delivery.outcome === 'sent') {
    evidence.took(person);
    await state.takes(began);
    return delivery;
  }
  if (mailRoute.is !== 'server' || (delivery.outcome === 'failed' && !isAnswer(delivery))) return delivery;
  const means = meansOfAccount(delivery, new URL(mailRoute.url).hostname);
  const { refusal } = await state.read();
  if (refusal === null) return judgeFirst(deps, delivery, person, means);
  if (began >= refusal.since) await state.refuseAgain(refusal, delivery, means);
  return delivery.outcome === 'unknown' ? delivery : withheld(delivery);
}

/** The account has taken mails until now. */
async function judgeFirst(
  deps: Deps,
  delivery: Refused,
  person: string,
  means: AccountMeans | null,
): Promise<Delivery> {
  const { evidence } = deps;
  const { reply } = delivery;
  if (means === null && evidence.isProved(person, reply)) return whatStands(delivery);
  const isRun = evidence.refused(person);
  if ((means !== null && means !== 'rate') || isRun) {
    await refuse(deps, means ?? meansOfRun(delivery), reply);
    return delivery.outcome === 'unknown' ? delivery : withheld(delivery);
  }
  if (means === 'rate') return withheld(delivery, MINUTE);
  if (delivery.outcome === 'failed') return judgeFailed(deps, delivery, person);
  if (evidence.tookAnother(person)) evidence.prove(person, reply);
  return delivery;
}

async function judgeFailed(deps: Deps, delivery: Refused, person: string): Promise<Delivery> {
  const { evidence, state } = deps;
  const { reply } = delivery;
  const verdict = await evidence.hold(person);
  if (verdict === 'account') return withheld(delivery);
  const works = evidence.tookAnother(person);
  const isClear = isAboutRecipient(reply) && meaningOf(reply) !== 'unavailable';
  if (verdict === 'stands' || (works && (isClear || evidence.isDoubtedAgain(person, reply)))) {
    evidence.prove(person, reply);
    return whatStands(delivery);
  }
  // The only mail there is counts against nobody until one is taken.
  if (!works && (await state.read()).refusal === null) await refuse(deps, 'other', reply);
  return withheld(delivery, AGAIN_MS);
}

async function refuse({ state, evidence }: Deps, means: AccountMeans, words: string): Promise<void> {
  await state.refuse(means, words);
  evidence.drop();
}

/** Nothing is known of the account: a refusal counts against nobody. */
export function undecided(delivery: Delivery): Delivery {
  return delivery.outcome === 'failed' && isAnswer(delivery) ? withheld(delivery) : delivery;
}

function withheld({ reply }: Delivery, afterMs = 0): Delivery {
  return { outcome: 'withheld', reply, afterMs };
}

/** A refusal while others are taken. What is not about the person is the domain's, or will pass: tried later. */
function whatStands(delivery: Delivery): Delivery {
  const { reply } = delivery;
  if (delivery.outcome !== 'failed') return delivery;
  const isOfPerson = isAboutRecipient(reply) || meaningOf(reply) === 'size';
  return isOfPerson ? delivery : { outcome: 'retry', reply, afterMs: AGAIN_MS };
}
