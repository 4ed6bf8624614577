import assert from 'node:assert/strict';
import { contactOf } from '#test/fixtures/contact.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { rowOf, subscription } from '#test/fixtures/subscription.ts';
import { createMessageStore, identifyMessage } from '#server/messages/message.ts';
import { onlyShownWords } from './shown-words.ts';

const WORDS = { version: 'v1', language: 'en', text: 'Tell me.' } as const;

testOnEach(
  'words that nobody was ever shown are not kept with an address (catches: the version is believed)',
  async (_t, open) => {
    const opened = await open({ consentTexts: [WORDS] });
    const store = onlyShownWords(opened, opened.write, [WORDS]);
    const posts = [
      ['ana', 'en', 'v1', 'v1'],
      ['eva', 'en', 'made0up0', null],
      ['rui', 'pt', 'v1', null],
      ['zoe', 'en', null, null],
    ] as const;
    for (const [name, language, consent, kept] of posts) {
      assert.equal(await store.add(subscription(name, { language, consent })), 'stored');
      assert.equal((await rowOf(opened, name)).consent, kept, name);
    }
    // Another process, with a newer build.
    await open({ consentTexts: [{ ...WORDS, version: 'v2' }] });
    await store.add(subscription('leo', { consent: 'v2' }));
    assert.equal((await rowOf(opened, 'leo')).consent, 'v2');
  },
);

testOnEach(
  'a message keeps the version of the words under its form, if they were shown (catches: it is dropped)',
  async (_t, open) => {
    const opened = await open({ consentTexts: [WORDS] });
    const store = onlyShownWords(
      createMessageStore(opened, () => 0),
      opened.write,
      [WORDS],
    );
    for (const consent of ['v1', 'made0up0', null]) {
      const contact = { ...contactOf(), key: `key-of-${consent}`, consent };
      assert.equal(await store.add(identifyMessage(contact, null, 0)), 'stored');
    }
    const rows = await opened.write.selectFrom('message').select('consent').orderBy('id').execute();
    assert.deepEqual(
      rows.map(({ consent }) => consent),
      ['v1', null, null],
    );
    const people = await opened.write.selectFrom('subscription').select('id').execute();
    assert.deepEqual(people, []);
  },
);

testOnEach(
  'a post that names no words changes nobody’s words or language (catches: the last post decides)',
  async (_t, open) => {
    const store = await open();
    await store.add(subscription('ana', { language: 'pt', consent: 'v1' }));
    await store.add(subscription('ana', { language: 'en', consent: null }));
    const { consent, language } = await rowOf(store, 'ana');
    assert.deepEqual([consent, language], ['v1', 'pt']);
    await store.add(subscription('ana', { language: 'en', consent: 'v2' }));
    const changed = await rowOf(store, 'ana');
    assert.deepEqual([changed.consent, changed.language], ['v2', 'en']);
  },
);

testOnEach(
  'words of another build are not a failure while the store is away (D12; catches: 500 in the place of 503)',
  async (_t, open) => {
    const opened = await open({ consentTexts: [WORDS] });
    const store = onlyShownWords(opened, opened.write, [WORDS]);
    await opened.close();
    assert.notEqual(await store.add(subscription('ana', { consent: 'v0' })), 'stored');
  },
);
