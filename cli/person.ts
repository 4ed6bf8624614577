import { PEOPLE_KINDS } from '#contract/owner/people.ts';
import { type AddressCode, parseAddress } from '#contract/subscribe.ts';
import { sweepMailFiles } from '#server/deliver/file.ts';
import { selectAnnounced } from '#server/list/announced.ts';
import { countByKind } from '#server/list/count.ts';
import { erase as erasePerson } from '#server/list/erase.ts';
import { dataOf, find } from '#server/list/find.ts';
import { createLink } from '#server/list/link-token.ts';
import { KEPT_DAYS } from '#server/outbox/kind.ts';
import { mailsOfSubject } from '#server/outbox/subject-mails.ts';
import { withStore } from '#server/store/existing.ts';
import { secretsOf } from '#server/store/secrets/secrets.ts';
import { command, Failed } from './command.ts';
import { withSettings } from './present.ts';
import { shortTime, tableLines } from './terminal.ts';

/** Why an address was refused; follows its position. */
export const ADDRESS_PROBLEMS: Record<AddressCode, string> = {
  required: 'no address',
  invalid: 'not an email address',
  several: 'several addresses',
  'too-long': 'too long for an email address',
  'non-ascii': 'unsupported characters before the @',
};

/** Returns the store's key for an address that the operator typed. @throws Failed */
export function addressKey(operand: string): string {
  const parsed = parseAddress(operand);
  if (parsed.ok) return parsed.key;
  throw new Failed(`${JSON.stringify(operand)}: ${ADDRESS_PROBLEMS[parsed.code]}.`);
}

export const subscribersShow = command({
  name: 'subscribers show',
  about:
    'shows what is kept about an address, and the outcome of each of its emails; without one, how many subscribers there are',
  operands: ['[ADDRESS]'],
  run: async ({ operands: [operand], settings, say }) => {
    const key = operand === undefined ? null : addressKey(operand);
    await withStore(settings(), 'read', async ({ read }) => {
      if (key === null) {
        const counted = await countByKind(read);
        return say(PEOPLE_KINDS.map((one) => `${counted[one]} ${one}`).join(', '));
      }
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

export const links = command({
  name: 'links',
  about: 'creates personal links: to view, download or erase data, and to unsubscribe',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say }) => {
    const key = addressKey(operand);
    const fixed = settings();
    const linkTo = await withSettings(fixed, 'read', async ({ read }, { siteUrl }) => {
      const kept = await find(read, { key });
      if (kept === null) throw new Failed('This address is not on the list.');
      const { id: subscription, language } = kept;
      const secrets = secretsOf(fixed);
      return (purpose: 'me' | 'unsubscribe') =>
        createLink(secrets, siteUrl, { purpose, subscription, key, language, now: now() });
    });
    say(`To view, download or erase data, valid for 30 days:\n${linkTo('me')}`);
    say(`To unsubscribe, valid for two years:\n${linkTo('unsubscribe')}`);
    say('Send them to this address only: anyone with a link can use it.');
  },
});

export const eraseCommand = command({
  name: 'erase',
  about: 'erases everything kept about an address; an import cannot add it again',
  operands: ['ADDRESS'],
  run: async ({ operands: [operand = ''], settings, now, say, warn }) => {
    const config = settings();
    const key = addressKey(operand);
    await withStore(config, 'write', async (store) => {
      const { kept, overwritten } = await erasePerson(store, key, now());
      say(kept ? 'Erased.' : 'Nothing is kept about this address, so nothing was erased.');
      if (kept) say('A keyed hash of the address stays, so that no import adds it again.');
      try {
        await sweepMailFiles(config.dataDir, store.write);
      } catch (error) {
        if (!(error instanceof Error) || !('syscall' in error)) throw error;
        warn(
          `Emails to it that were saved as files are still there (${error.message}). The server retries every hour.`,
        );
      }
      if (!overwritten)
        warn(
          'The data is still in the write-ahead log, because another program is reading the database. The server retries every hour.',
        );
      say('Earlier backups may still contain it: see docs/operations.md.');
    });
  },
});
