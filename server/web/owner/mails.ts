import * as v from 'valibot';
import { mailKindOf } from '#contract/mails.ts';
import {
  MAIL_TROUBLES,
  type MailLine,
  type MailPage,
  type MailsInTrouble,
  type MailsSentAgain,
  type MailTrouble,
} from '#contract/owner/mails.ts';
import { KINDS } from '#server/kinds/kinds.ts';
import { clearUndeliverable, countNewUndeliverable } from '#server/list/undeliverable.ts';
import { readOwnerReader } from '#server/owners/owner-reader.ts';
import { releaseMails, retry, type SentAgain } from '#server/outbox/send-again.ts';
import { countIssues, lastMail, listIssues } from '#server/outbox/delivery-issues.ts';
import { readHeld } from '#server/mail-account/held.ts';
import { tryNow } from '#server/mail-account/refusal.ts';
import { countWaiting } from '#server/outbox/waiting.ts';
import { whyOf } from '#server/outbox/why.ts';
import { cut, pageIn } from './asked.ts';
import { integerField } from './body.ts';
import {
  type Answer,
  type Ask,
  DONE,
  get,
  NOT_FOUND,
  type OwnerParts,
  type OwnerRoute,
  post,
  wrongField,
} from './route.ts';

const SHOWN = 25;
/** Maximum rows per request: by id, and without ids. */
const MOST = { named: 100, all: 5_000 };
/** A forward to a form service is not a mail. */
const MAILS = KINDS.map(({ name }) => name).filter((name) => name !== 'forward');

const IDS = v.pipe(v.array(integerField(1)), v.minLength(1), v.maxLength(MOST.named));
const CHOSEN = v.object({ all: v.optional(v.boolean(), false), ids: v.nullish(IDS, null) });

export const MAILS_ROUTES: readonly OwnerRoute[] = [
  get('/mails', 'Shows emails that are on hold, not delivered, or with delivery unknown.', showTrouble),
  get('/mails/:trouble', 'Lists one of these groups, newest first: failed, held or unknown.', showGroup),
  post(
    'with-passkey',
    '/mails/retry',
    'Resends the emails given by `ids`, or `all` that were not delivered. Those with delivery unknown need their ids.',
    (ask) => act(ask, 'mails-again', (only, { write, now }) => retry(write, KINDS, only, now(), MOST.all)),
    CHOSEN,
  ),
  post('always', '/mails/try', 'Tries the mail account now, if it refuses mails.', tryAccount),
  post(
    'with-passkey',
    '/mails/release',
    'Releases the emails given by `ids`, or `all` on hold.',
    (ask) =>
      act(ask, 'mails-released', async (only, { write, config, now }) =>
        releaseMails(write, KINDS, only, {
          now: now(),
          toOwner: (await readOwnerReader(write, config)) !== null,
          most: MOST.all,
        }),
      ),
    CHOSEN,
  ),
  post(
    'never',
    '/mails/clear',
    'Dismisses the notice about bounced addresses. The people stay as they are.',
    async ({ parts }) => {
      await clearUndeliverable(parts.write, parts.now());
      return DONE;
    },
  ),
];

async function showGroup({ params, query, parts }: Ask): Promise<Answer> {
  const trouble = MAIL_TROUBLES.find((one) => one === params['trouble']);
  return trouble === undefined ? NOT_FOUND : { json: await readPage(parts, trouble, query) };
}

async function showTrouble({ parts }: Ask): Promise<Answer> {
  const counted = await countIssues(parts.read);
  const group = async (trouble: MailTrouble) => ({
    count: counted[trouble],
    ...(await readPage(parts, trouble, new URLSearchParams())),
  });
  const [failed, held, unknown] = [await group('failed'), await group('held'), await group('unknown')];
  const last = await lastMail(parts.read, MAILS);
  const undeliverable = await countNewUndeliverable(parts.read);
  const waiting = await countWaiting(parts.read, parts.config.mailRoute, parts.now());
  const refused = await readHeld(parts.read, parts.config, parts.now());
  return { json: { failed, held, unknown, refused, waiting, undeliverable, last } satisfies MailsInTrouble };
}

async function tryAccount({ parts }: Ask): Promise<Answer> {
  await tryNow(parts.write, parts.config, parts.now());
  parts.poke();
  return DONE;
}

async function readPage(
  { read, config }: Pick<OwnerParts, 'read' | 'config'>,
  trouble: MailTrouble,
  query: URLSearchParams,
): Promise<MailPage> {
  const reader = await readOwnerReader(read, config);
  const { shown, next } = cut(await listIssues(read, trouble, pageIn(query, SHOWN)), SHOWN);
  const mails = shown.map(({ id, kind, address, since, reply }): MailLine => {
    const words = reply ?? '';
    // Its writer is not its reader.
    const to = kind === 'message' || kind === 'alarm' ? (reader?.email ?? null) : address;
    return { id, kind: mailKindOf(kind), address: to, at: since, why: whyOf(trouble, words), words };
  });
  return { mails, next };
}

async function act(
  { body: { all, ids }, parts, audit }: Ask<typeof CHOSEN>,
  what: 'mails-again' | 'mails-released',
  verb: (only: number[] | null, parts: OwnerParts) => Promise<SentAgain>,
): Promise<Answer> {
  if (all === (ids !== null)) return wrongField('ids', all ? 'invalid' : 'missing');
  const { sent, older, kept } = await verb(ids, parts);
  if (sent.length > 0) {
    parts.poke();
    await audit(what, { n: sent.length });
  }
  return { json: { sent: sent.length, left: older.length + kept.length } satisfies MailsSentAgain };
}
