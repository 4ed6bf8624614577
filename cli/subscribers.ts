import type { SubscriptionState } from '#contract/pages.ts';
import { PEOPLE_KINDS } from '#contract/owner/people.ts';
import { countByKind } from '#server/list/count.ts';
import { selectAnnounced } from '#server/list/announced.ts';
import { dataOf, find, newestPeople } from '#server/list/find.ts';
import { release } from '#server/list/release.ts';
import { stateOf } from '#server/list/undeliverable.ts';
import { KEPT_DAYS } from '#server/outbox/kind.ts';
import { mailsOfSubject } from '#server/outbox/subject-mails.ts';
import { keyOf } from './address.ts';
import { command, Failed } from './command.ts';
import { nextPage, PAGE_OPTIONS, pageOf } from './page.ts';
import { withSettings } from './present.ts';
import { withStore } from '#server/store/existing.ts';
import { shortTime, tableLines } from './terminal.ts';

export const subscribersList = command({
  name: 'subscribers list',
  about: `counts subscribers by state and lists the newest; STATE is ${PEOPLE_KINDS.join(', ')}`,
  options: { state: ['STATE', PEOPLE_KINDS], ...PAGE_OPTIONS },
  run: async ({ values, settings, say }) => {
    const kind = values.state ?? null;
    const page = pageOf(values);
    await withStore(settings(), 'read', async ({ read }) => {
      const counted = await countByKind(read);
      say(PEOPLE_KINDS.map((one) => `${counted[one]} ${one}`).join(', '));
      const rows = await newestPeople(read, kind, page);
      if (rows.length === 0) return;
      const cells = rows.map((row) => {
        const { id, address, suspect, language, created_at, utm_source, referrer } = row;
        const from = utm_source ?? referrer;
        return [id, address, stateOf(row), suspect, language, shortTime(created_at), from];
      });
      const columns = ['id', 'address', 'state', 'suspect', 'language', 'subscribed (UTC)', 'from'];
      tableLines(columns, cells).forEach(say);
      const more = nextPage(rows, page);
      if (more) say(more);
    });
  },
});

export const subscribersShow = command({
  name: 'subscribers show',
  about: 'shows what is kept about an address, and the outcome of each of its emails',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, say }) => {
    const key = keyOf(operand);
    await withStore(settings(), 'read', async ({ read }) => {
      const kept = await find(read, { key });
      if (kept === null) throw new Failed('Nothing is kept about this address.');
      const { subscription } = await dataOf(read, kept);
      const facts = Object.entries(subscription).filter(([, value]) => value !== null);
      const [, ...about] = tableLines(
        ['about', ''],
        facts.map(([name, value]) => [name, String(value)]),
      );
      about.forEach(say);
      const mails = await mailsOfSubject(read, kept.id);
      const announced = await selectAnnounced(read, kept.id);
      if (mails.length + announced.length === 0)
        return say(`\nNo email is queued, or ended in the last ${KEPT_DAYS} days.`);
      const rows = [
        ...mails.map(({ id, kind, ...mail }) => ({ id: String(id), kind, ...mail })),
        ...announced.map(({ purpose, ...mail }) => ({ id: '–', kind: purpose, ...mail })),
      ].map(({ id, kind, state, due_at, finished_at, reply }) => {
        return [id, kind, state, shortTime(finished_at ?? due_at), reply];
      });
      say('');
      tableLines(['id', 'kind', 'state', 'ended or due (UTC)', 'reply'], rows).forEach(say);
    });
  },
});

const REFUSED = {
  unknown: 'This address is not on the list.',
  'not-held': 'This address is not a suspected bot.',
};

const SAID: Record<SubscriptionState, string> = {
  pending: 'Approved. The confirmation email is queued.',
  confirmed: 'Approved and confirmed.',
  unsubscribed: 'Approved. The address is unsubscribed.',
  suppressed: 'Approved. The address is blocked ("suppressed").',
  undeliverable: 'Approved. Emails to the address bounce ("undeliverable").',
};

export const subscribersRelease = command({
  name: 'subscribers release',
  about: 'approves a sign-up held as a suspected bot',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const key = keyOf(operand);
    const released = await withSettings(settings(), 'write', ({ write }, config) => {
      const follow = { doubleOptIn: config.doubleOptIn, forward: config.forward !== null };
      return release(write, key, follow, now());
    });
    if (!released.ok) throw new Failed(REFUSED[released.code]);
    say(SAID[released.state]);
  },
});
