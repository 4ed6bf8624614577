import type { Purpose } from '#contract/owner/launch.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '#contract/time.ts';
import { LAUNCH_WORDS } from '#test/fixtures/launch.ts';
import { createMimeWriter } from '#server/deliver/mime.ts';
import { headOf } from '#server/deliver/mime-head.ts';
import { loadBuild } from '#server/base/build.ts';
import { readLinkToken } from '#server/list/link-token.ts';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { BOOKS } from '#test/fixtures/books.ts';
import { writeFixtureBuild } from '#test/fixtures/build.ts';
import { announcementMail } from './announcement-mail.ts';
import { templatesOf } from './templates.ts';

const ARMED = Date.UTC(2026, 11, 1, 9);
const secrets = createSecrets(['k'.repeat(32)]);
const { dist, remove } = writeFixtureBuild(BOOKS);
const build = loadBuild(dist);
remove();

function mailAt(purpose: Purpose, now: number, words = LAUNCH_WORDS) {
  const person = {
    id: 7,
    key: 'ana@example.org',
    address: 'ana@example.org',
    language: 'pt' as const,
    askedAt: ARMED - DAY,
    getsNews: false,
    attempt: 0,
  };
  const deps = {
    templates: templatesOf(purpose, build),
    secrets,
    siteUrl: 'https://example.com',
    mailFrom: 'hello@example.com',
    picture: null,
    now: () => now,
  };
  return announcementMail(deps, { id: 1, purpose, words, armed_at: ARMED }, person);
}

for (const purpose of ['launch', 'book:ads'] as const) {
  test(`another attempt within a day is the same mail: ${purpose}`, () => {
    assert.deepEqual(mailAt(purpose, ARMED + DAY / 2), mailAt(purpose, ARMED));
  });

  test(`days later it is dated by when it leaves, under the same Message-ID: ${purpose} (catches: by when it was set)`, () => {
    const [first, later] = [mailAt(purpose, ARMED), mailAt(purpose, ARMED + 9 * DAY)];
    assert.equal(later.messageId, first.messageId);
    assert.deepEqual(later.date, new Date(ARMED + 9 * DAY));
  });
}

test('a line break in the owner’s words adds no header and no recipient', async () => {
  const plain = headOf(String(await (await createMimeWriter(null))(mailAt('launch', ARMED))));
  const namesOf = (head: string) => [...head.matchAll(/^[!-9;-~]+(?=:)/gm)].map(([name]) => name);
  for (const end of ['\r\n', '\n', '\r', '\u2028', '\0', '\u0085', '\r\n\r\n', '\r\n '])
    for (const part of ['subject', 'preheader', 'heading', 'button'] as const) {
      const pt = { ...LAUNCH_WORDS.pt, [part]: `Hi${end}Bcc: evil@example.net${end}${end}<script>` };
      const mail = mailAt('launch', ARMED, { ...LAUNCH_WORDS, pt });
      assert.doesNotMatch(mail.subject, /\p{Cc}|\u2028/u);
      assert.deepEqual(mail.envelope.to, ['ana@example.org']);
      const head = headOf(String(await (await createMimeWriter(null))(mail)));
      assert.deepEqual(namesOf(head), namesOf(plain));
      assert.doesNotMatch(mail.html, /<script>/);
    }
});

for (const purpose of ['launch', 'book:ads'] as const)
  test(`one of our pages in the text is that of the reader’s language, and says where the visitor came from: ${purpose} (catches: a path)`, () => {
    const pt = { ...LAUNCH_WORDS.pt, body: 'Fale [connosco](/contact).' };
    const { html, text } = mailAt(purpose, ARMED, { ...LAUNCH_WORDS, pt });
    const from = new URLSearchParams({
      lang: 'pt',
      utm_source: 'email',
      utm_medium: 'announcement',
      utm_campaign: purpose,
    });
    const address = `https://example.com/contact?${from}`;
    assert.ok(html.includes(`href="${address.replaceAll('&', '&#38;')}">connosco</a>.`), html);
    assert.ok(text.includes(`Fale connosco (${address}).`), text);
  });

test('the link of a book that leaves late works for a week from then, and the mail says so', () => {
  const now = ARMED + 9 * DAY;
  const { text } = mailAt('book:ads', now);
  const token = /book-ads=([\w-]+)/.exec(text)?.[1] ?? '';
  assert.ok(readLinkToken(secrets, 'book-ads', token, now + 7 * DAY - 1).ok);
  assert.match(text, /^until: 17 de dezembro de 2026$/m);
  assert.match(text, /^language: English$/m);
});
