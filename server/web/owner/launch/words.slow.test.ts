import assert from 'node:assert/strict';
import { withMark } from '#contract/marks.ts';
import type { AnnouncementNow, WordsNow, WordsSaved } from '#contract/owner/launch.ts';
import type { PreviewMade } from '#contract/owner/preview.ts';
import type { Problem } from '#contract/problem.ts';
import { testOnEach } from '#test/fixtures/each-database.ts';
import { readyToLaunch } from '#test/fixtures/launch.ts';
import { codeOf, jsonOf, signedIn, startOwnerApp } from '#test/fixtures/owner.ts';

const LAUNCH = '/announcements/launch';

testOnEach(
  'the launch email is previewed as it will arrive, with what is typed, and stores nothing (catches: marks in a link; a mark of the owner’s own; a heading that is text behind its mark; over the wrong language)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write);
    const show = (over: object, more = {}) =>
      ana.post('/site/preview', { announcement: 'launch', language: 'en', over, ...more });
    const body = 'It is <open>.\n\n\ue000**Look** \ue100around.';
    const { html, marks } = jsonOf<PreviewMade>(
      await show({ 'body.en': body, 'subject.en': '', 'heading.pt': 'Finalmente.' }),
    );
    assert.deepEqual(
      marks.map((mark) => 'field' in mark && mark.field),
      ['subject.en', 'preheader.en', 'heading.en', 'body.en', 'button.en'],
    );
    for (const [n, words] of [
      [2, 'The wait is over.'],
      [3, 'It is &#60;open&#62;.<br><br><b>Look</b> around.'],
      [4, 'See the site'],
    ] as const)
      assert.ok(html.includes(withMark(words, n)), `${words} in ${html}`);
    assert.ok(!html.includes('Finalmente') && !/(?:href|src)="[^"]*[\ue000-\uf8ff]/.test(html));
    assert.equal(jsonOf<WordsNow>(await ana.get(`${LAUNCH}/words`)).words.en.body.includes('<open>'), false);
    const formatted = jsonOf<PreviewMade>(
      await show({ 'body.en': `## Open\n- [Look](/about)\n${'"\n'.repeat(3_990)}` }),
    );
    const [begin = '', end = ''] = withMark(' ', 3).split(' ');
    assert.match(
      formatted.html,
      new RegExp(
        `<h2[^>]*>${begin}Open</h2><ul[^>]*><li[^>]*><a[^>]*>Look</a></li></ul><p[^>]*>&#34;<br>[^\\n]*&#34;${end}</p>`,
      ),
    );
    for (const [posted, code] of [
      [{ over: { 'body.en': 'x'.repeat(20_001) } }, 'invalid-fields'],
      [{ announcement: 'letter:x' }, 'invalid-fields'],
      [{ announcement: 'book:seo' }, 'not-now'],
    ] as const)
      assert.equal(codeOf(await show({}, posted)), code);
    const alone = '/site/preview?announcement=launch&language=en&theme=dark';
    const shown = await ana.get(alone);
    assert.match(shown.body.toString(), /data-theme="dark"[\s\S]*The wait is over\./);
    assert.doesNotMatch(shown.body.toString(), /[\ue000-\uf8ff]/);
    assert.match(String(shown.headers['content-security-policy']), /default-src 'none'/);
  },
);

testOnEach(
  'a value that is none, and a field that is none, are refused by name; one that is too long for its part is kept (catches: it is cut; a list is stored)',
  async (t, openStore) => {
    const store = await openStore();
    await readyToLaunch(store, 1);
    const { port } = await startOwnerApp(t, store);
    const ana = await signedIn(port, store.write);
    const { rows } = jsonOf<WordsNow>(await ana.get(`${LAUNCH}/words`));
    const { revision } = rows[0]!;
    const save = (posted: object) =>
      ana.post(`${LAUNCH}/words/save`, { field: 'subject.en', value: 'Open', revision, ...posted });
    for (const [posted, wrong] of [
      [{ field: 'subject' }, 'field invalid'],
      [{ field: 'text.home.title.en' }, 'field invalid'],
      [{ field: '__proto__' }, 'field invalid'],
      [{ value: 'x'.repeat(10_001) }, 'value invalid'],
      [{ value: ['Open'] }, 'value invalid'],
      [{ value: undefined }, 'value missing'],
      [{ revision: '1' }, 'revision invalid'],
    ] as const) {
      const { problems } = JSON.parse((await save(posted)).body.toString()) as Problem;
      assert.deepEqual(
        problems?.map(({ field, code }) => `${field} ${code}`),
        [wrong],
      );
    }
    const long = jsonOf<WordsSaved>(await save({ value: `\u200e${'x'.repeat(400)}` }));
    assert.ok(long.is === 'saved' && long.row.value === 'x'.repeat(400));
    assert.deepEqual(jsonOf<AnnouncementNow>(await ana.get(LAUNCH)).words.lacking, []);
    await store.write.updateTable('announcement').set({ state: 'scheduled' }).execute();
    assert.equal(codeOf(await save({ revision: long.row.revision })), 'not-now');
    assert.equal(codeOf(await ana.post(`${LAUNCH}/words/done`)), 'not-now');
  },
);
