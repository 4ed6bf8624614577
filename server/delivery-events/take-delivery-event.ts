import type { Kysely, Transaction } from '#kysely';
import { CAME_BACK, DELAYED } from '#contract/owner/people.ts';
import { parseAddress } from '#contract/subscribe.ts';
import { DAY } from '#contract/time.ts';
import { isMailTo, type MailIdentity, readMessageId } from '#server/deliver/message.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { findStarted, updateRecipient } from '#server/launch/recipient-update.ts';
import { find, type SubscriberRecord } from '#server/list/find.ts';
import { leaveIn, lockPeople } from '#server/list/leave.ts';
import { markUndeliverable } from '#server/list/undeliverable.ts';
import { findStartedMail, updateMail } from '#server/outbox/delivery-update.ts';
import { type DeliveryUpdate, cleanReply } from '#server/outbox/delivery.ts';
import type { Tables } from '#server/store/schema.ts';
import type { DeliveryEvent } from './delivery-event.ts';

export type DeliveryEventDeps = { write: Kysely<Tables>; siteUrl: () => string; now: () => number };

/**
 * The effect of an event. `noted`: on the mail only. `nothing`: repeated, late, or not our mail. `another`: about
 * another address than the mail's.
 */
type Effect = 'undeliverable' | 'left' | 'noted' | 'nothing' | 'another';

const TO_VISITORS = KINDS.filter(({ toVisitor }) => toVisitor).map(({ name }) => name);
/** If the mail is not named: how long ago it may have started. */
const LATEST_MS = 30 * DAY;
/** How far a provider's clock may lag behind ours. */
const CLOCKS_MS = 10 * 60_000;

const COMPLAINED = 'The person has reported it as spam.';

/** A mail, and how to update it. */
type Found = {
  person: number;
  startedAt: number;
  isKnown: boolean;
  note: (trx: Transaction<Tables>, aftermath: DeliveryUpdate, now: number) => Promise<boolean>;
};

/** Applies a delivery event. Idempotent, in any order: what is known or too late changes nothing. */
export async function takeDeliveryEvent(
  { write, siteUrl, now }: DeliveryEventDeps,
  one: DeliveryEvent,
): Promise<Effect> {
  const time = now();
  const at = Math.min(one.at, time);
  const name = one.messageId === null ? null : readMessageId(one.messageId, siteUrl());
  const mail =
    one.messageId === null ? await findNewest(write, one.recipient, at) : await findNamed(write, name);
  // Most deliveries are known already: skip the transaction.
  if (mail === null || (one.kind === 'delivered' && mail.isKnown)) return 'nothing';
  return write.transaction().execute(async (trx) => {
    await lockPeople(trx, [mail.person]);
    const person = await find(trx, { id: mail.person });
    if (person === null || (name !== null && !isMailTo(name, person.address))) return 'nothing';
    if (one.recipient !== null && keyOf(one.recipient) !== person.key) return 'another';
    return apply(trx, { ...one, at }, { mail, person, now: time });
  });
}

type Applied = { mail: Found; person: SubscriberRecord; now: number };

async function apply(
  trx: Transaction<Tables>,
  one: DeliveryEvent,
  { mail, person, now }: Applied,
): Promise<Effect> {
  const note = async (outcome: DeliveryUpdate['outcome'], reply: string) =>
    (await mail.note(trx, { outcome, reply }, now)) ? 'noted' : 'nothing';
  if (one.kind === 'delivered') return note('sent', 'It was delivered.');
  if (one.kind === 'complained') {
    const noted = [await note('sent', COMPLAINED), await note('noted', COMPLAINED)];
    if (await leaveIn(trx, person.id, now, one.at)) return 'left';
    return noted.includes('noted') ? 'noted' : 'nothing';
  }
  const isDelayed = one.how === 'delayed';
  const reply = cleanReply((isDelayed ? DELAYED : CAME_BACK) + one.said, person.address);
  const noted = await note(isDelayed ? 'noted' : 'failed', reply);
  if (one.how !== 'no-such-address' || knownSince(person) > mail.startedAt) return noted;
  await markUndeliverable(trx, [person.id], now);
  return 'undeliverable';
}

/** Returns since when mails count: earlier ones say nothing about the person now. Infinity if they left. */
function knownSince({ state, created_at, confirmed_at, undeliverable_at }: SubscriberRecord): number {
  if (state === 'confirmed') return confirmed_at ?? created_at;
  return state === 'pending' ? (undeliverable_at ?? created_at) : Infinity;
}

async function findNamed(query: Kysely<Tables>, name: MailIdentity | null): Promise<Found | null> {
  if (name === null) return null;
  const [first = 0, person] = name.id.split('-').map(Number);
  if (person !== undefined) return asTold(await findStarted(query, { announcement: first, person }));
  return asMailed(await findStartedMail(query, { id: first, kind: name.kind }));
}

async function findNewest(
  query: Kysely<Tables>,
  recipient: string | null,
  at: number,
): Promise<Found | null> {
  const key = recipient === null ? null : keyOf(recipient);
  const person = key === null ? null : await find(query, { key });
  if (person === null) return null;
  const when = { person: person.id, from: at - LATEST_MS, until: at + CLOCKS_MS };
  const told = asTold(await findStarted(query, when));
  const mailed = asMailed(await findStartedMail(query, { ...when, kinds: TO_VISITORS }));
  return (told?.startedAt ?? 0) > (mailed?.startedAt ?? 0) ? told : mailed;
}

function asTold(told: Awaited<ReturnType<typeof findStarted>>): Found | null {
  return told && { ...told, note: (trx, aftermath, now) => updateRecipient(trx, told, aftermath, now) };
}

function asMailed(mailed: Awaited<ReturnType<typeof findStartedMail>>): Found | null {
  return mailed && { ...mailed, note: (trx, aftermath, now) => updateMail(trx, mailed, aftermath, now) };
}

function keyOf(address: string): string | null {
  const parsed = parseAddress(address);
  return parsed.ok ? parsed.key : null;
}
