import { mailKindOf } from '#contract/mails.ts';
import {
  MAIL_TROUBLES,
  type MailLine,
  type MailPage,
  type MailsChosen,
  type MailsInTrouble,
  type MailsSentAgain,
  type MailTrouble,
} from '#contract/owner/mails.ts';
import { KINDS } from '#server/kinds.ts';
import { clearUndeliverable, countNewUndeliverable } from '#server/list/undeliverable.ts';
import { release, retry, type SentAgain } from '#server/outbox/send-again.ts';
import { countIssues, lastMail, listIssues } from '#server/outbox/delivery-issues.ts';
import { whyOf } from '#server/outbox/why.ts';
import { cut, fieldsOf, pageIn } from './asked.ts';
import type { Answer, Ask, OwnerParts, OwnerRoute } from './route.ts';

const SHOWN = 25;
/** Rows that one press may name, and that it moves where it names none. */
const MOST = { named: 100, all: 5_000 };
/** A submission to a form service is no mail. */
const MAILS = KINDS.map(({ name }) => name).filter((name) => name !== 'forward');

export const MAILS_ROUTES: readonly OwnerRoute[] = [
  {
    method: 'GET',
    path: '/mails',
    about: 'Mails that were refused, are held, or of which nobody knows whether they arrived.',
    handle: showTrouble,
  },
  {
    method: 'GET',
    path: '/mails/:trouble',
    about: 'One group of them, the newest first: failed, held or unknown.',
    handle: async ({ params, query, parts }) => {
      const trouble = MAIL_TROUBLES.find((one) => one === params['trouble']);
      return trouble === undefined
        ? { problem: 'not-found' }
        : { json: await readPage(parts, trouble, query) };
    },
  },
  {
    method: 'POST',
    path: '/mails/retry',
    about: 'Tries again those named, or all that were refused. One that may have arrived has to be named.',
    bodyLimit: 4096,
    proof: 'with-passkey',
    handle: (ask) =>
      act(ask, 'mails-again', (only, { write, now }) => retry(write, KINDS, only, now(), MOST.all)),
  },
  {
    method: 'POST',
    path: '/mails/release',
    about: 'Lets go those named, or all that are held.',
    bodyLimit: 4096,
    proof: 'with-passkey',
    handle: (ask) =>
      act(ask, 'mails-released', (only, { write, config, now }) =>
        release(write, KINDS, only, { now: now(), toOwner: config.ownerEmail !== null, most: MOST.all }),
      ),
  },
  {
    method: 'POST',
    path: '/mails/clear',
    about: 'Clears the line of addresses that were refused for good. The people stay as they are.',
    bodyLimit: 64,
    proof: 'never',
    handle: async ({ parts }) => {
      await clearUndeliverable(parts.write, parts.now());
      return { json: { ok: true } };
    },
  },
];

async function showTrouble({ parts }: Ask): Promise<Answer> {
  const counted = await countIssues(parts.read);
  const group = async (trouble: MailTrouble) => ({
    count: counted[trouble],
    ...(await readPage(parts, trouble, new URLSearchParams())),
  });
  const [failed, held, unknown] = [await group('failed'), await group('held'), await group('unknown')];
  const last = await lastMail(parts.read, MAILS);
  const undeliverable = await countNewUndeliverable(parts.read);
  return { json: { failed, held, unknown, undeliverable, last } satisfies MailsInTrouble };
}

async function readPage(
  { read }: Pick<OwnerParts, 'read'>,
  trouble: MailTrouble,
  query: URLSearchParams,
): Promise<MailPage> {
  const { shown, next } = cut(await listIssues(read, trouble, pageIn(query, SHOWN)), SHOWN);
  const mails = shown.map(({ id, kind, address, since, reply }): MailLine => {
    const words = reply ?? '';
    return { id, kind: mailKindOf(kind), address, at: since, why: whyOf(trouble, words), words };
  });
  return { mails, next };
}

async function act(
  { body, parts, audit }: Ask,
  what: 'mails-again' | 'mails-released',
  verb: (only: number[] | null, parts: OwnerParts) => Promise<SentAgain>,
): Promise<Answer> {
  const chosen = chosenIn(body);
  if (chosen === null) return { problem: 'malformed' };
  const { sent, older, kept } = await verb('ids' in chosen ? chosen.ids : null, parts);
  if (sent.length > 0) {
    parts.poke();
    await audit(what, { n: sent.length });
  }
  return { json: { sent: sent.length, left: older.length + kept.length } satisfies MailsSentAgain };
}

function chosenIn(body: unknown): MailsChosen | null {
  const { all, ids } = fieldsOf(body);
  if (all !== undefined) return all === true ? { all } : null;
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > MOST.named) return null;
  return ids.every((id): id is number => Number.isSafeInteger(id) && id > 0) ? { ids } : null;
}
