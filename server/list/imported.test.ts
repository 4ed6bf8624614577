import assert from 'node:assert/strict';
import { DIRECT, FROM_LIST, readFilter } from '#contract/owner/people.ts';
import { DAY, HOUR } from '#contract/time.ts';
import { NOW, person } from '#test/fixtures/command.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { addPeople } from './import/store.ts';
import { searchPeople } from './search.ts';
import { firstSignupHour, lastSignup } from './signups.ts';

testOnEach(
  'imported people are not sign-ups (catches: the last one, the first of long ago, from "Direct")',
  async (_t, open) => {
    const store = await open({ now: () => NOW - DAY });
    const key = 'listed@example.com';
    const listed = { key, address: key, language: 'en' as const, agreedAt: NOW - 500 * DAY };
    await addPeople(store.write, [listed], { nextMail: null, now: NOW - 2 * DAY });
    assert.equal(await lastSignup(store.write), null);
    assert.equal(await firstSignupHour(store.write), (NOW - 2 * DAY) / HOUR);
    await store.add(person('ana@example.com'));
    const other = { ...listed, key: 'o@example.com', address: 'o@example.com' };
    await addPeople(store.write, [other], { nextMail: null, now: NOW });
    assert.equal(await lastSignup(store.write), NOW - DAY);
    const limits = { before: 1_000, limit: 10 };
    const from = async (source: string) =>
      (await searchPeople(store.write, readFilter(new URLSearchParams({ source })), limits)).people.map(
        ({ address, source: shown }) => [address, shown],
      );
    assert.deepEqual(await from(DIRECT), [['ana@example.com', null]]);
    assert.deepEqual(await from(FROM_LIST), [
      ['o@example.com', FROM_LIST],
      ['listed@example.com', FROM_LIST],
    ]);
  },
);
