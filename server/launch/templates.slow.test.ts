import assert from 'node:assert/strict';
import type { Build } from '#server/base/build.ts';
import { LANGUAGES } from '#contract/language.ts';
import { SECOND } from '#contract/time.ts';
import { readFixtureBuild } from '#test/fixtures/app.ts';
import { BOOKS } from '#test/fixtures/books.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import {
  ageLaunchLeases,
  launchOf,
  open,
  order,
  readyToLaunch,
  startClock,
  startSender,
  untilTrue,
} from '#test/fixtures/launch.ts';
import { startSmtp } from '#test/fixtures/smtp.ts';
import { keepTemplates, templatesOf } from './templates.ts';

/** The mails of this site end with these words. */
function saying(build: Build, words: string): Build {
  for (const mail of ['announcement', 'announcement-book'] as const)
    for (const language of LANGUAGES) build.templates[mail][language].text += `${words}\n`;
  return build;
}

testOnEach(
  'a person who is mailed after the site has changed gets the same mail, also from another server (catches: the new one)',
  async (t, openStore) => {
    const [store, other] = [await openStore(), await openStore()];
    await readyToLaunch(store, 6);
    const smtp = await startSmtp(t);
    const clock = startClock();
    const { now, steadyNow } = clock;
    const site = { shown: saying(readFixtureBuild(t), 'As it was.') };
    const next = saying(readFixtureBuild(t), 'As it is now.');
    await open(store.write, 'launch', order({ wave: 2 }));
    const received = (mails: number) =>
      untilTrue(() => Promise.resolve(smtp.received.length >= mails), clock, 20 * SECOND);

    const deps = { smtp, now, steadyNow };
    const first = await startSender(t, store, { ...deps, site: () => site.shown });
    await received(2);
    site.shown = next;
    await received(4);
    await first.stop();
    await ageLaunchLeases(store);
    const second = await startSender(t, other, { ...deps, site: () => next });
    await untilTrue(async () => (await launchOf(store)).state === 'done', clock, 20 * SECOND);
    await second.stop();

    assert.equal(new Set(smtp.received.map(({ to }) => to[0])).size, 6);
    for (const { raw } of smtp.received) assert.match(raw, /As it was\./);
  },
);

testOnEach(
  'the kind and language of a book are kept with its announcement (catches: those of the next site)',
  async (t, openStore) => {
    const { write } = await openStore();
    const before = templatesOf('book:seo', readFixtureBuild(t, BOOKS));
    assert.deepEqual(before.pt.file, { language: 'Portuguese', kind: 'PDF' });
    await keepTemplates(write, 1, before);
    const english = { book: 'seo' as const, files: { en: { file: 'seo.epub', kind: 'epub' as const } } };
    const after = templatesOf('book:seo', readFixtureBuild(t, [english]));
    assert.deepEqual(after.pt.file, { language: 'English', kind: 'EPUB' });
    assert.deepEqual(await keepTemplates(write, 1, after), before);
    assert.deepEqual(await keepTemplates(write, 2, after), after, 'another announcement has its own');
  },
);
