import { dataOf, find } from '#server/list/find.ts';
import { mailsAbout } from '#server/outbox/mails-about.ts';
import { keyOf } from '../address.ts';
import { command, Failed } from '../command.ts';
import { withStore } from '../store.ts';
import { shortTime, tableLines } from '../terminal.ts';

export const subscribersShow = command({
  name: 'subscribers show',
  about: 'what is kept about an address, and what became of each of its mails',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, say }) => {
    const key = keyOf(operand);
    await withStore(settings(), 'read', async ({ read }) => {
      const kept = await find(read, { key });
      const all = kept && (await dataOf(read, kept.id));
      if (!all) throw new Failed('Nothing is kept about this address.');
      const facts = Object.entries(all.subscription).filter(([, value]) => value !== null);
      tableLines(
        ['about', ''],
        facts.map(([name, value]) => [name, String(value)]),
      )
        .slice(1)
        .forEach(say);
      const mails = await mailsAbout(read, kept.id);
      if (mails.length === 0) return say('\nNo mail to it waits, or ended in the last 35 days.');
      const rows = mails.map(({ id, kind, state, due_at, finished_at, reply }) => [
        id,
        kind,
        state,
        shortTime(finished_at ?? due_at),
        reply,
      ]);
      say('');
      tableLines(['id', 'kind', 'state', 'ended or due (UTC)', 'reply'], rows).forEach(say);
    });
  },
});
