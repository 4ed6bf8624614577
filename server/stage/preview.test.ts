import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecrets, type Secrets } from '#server/store/secrets/secrets.ts';
import { createPreview, type OpenLink, previewLink } from './preview.ts';

const secrets = createSecrets(['k'.repeat(40)]);
const MADE = 1_799_000_000_000;
const END = 1_800_000_000_000;
const LINK: OpenLink = { id: 7, name: 'Ana', edition: null, created_at: MADE, ends_at: END };
const tokenOf = (link: string) => new URL(link).searchParams.get('preview') ?? '';
const at = (time: number, of: Secrets = secrets, ...links: OpenLink[]) =>
  createPreview(
    of,
    () => time,
    () => new Map(links.map((link) => [link.id, link])),
  );

test('a link to look before the launch is listed, signed by us and good until its end (catches: none of the three)', () => {
  const token = tokenOf(previewLink(secrets, 'https://example.com', LINK));
  assert.equal(at(END - 1, secrets, LINK).endOf('preview', token), END / 1000);
  assert.equal(at(END, secrets, LINK).endOf('preview', token), null);
  assert.equal(at(0, secrets, LINK).followedBy('preview', `language=pt; preview=${token}`), 7);
  assert.equal(at(0, secrets, LINK).followedBy('preview', 'language=pt'), null);
  assert.equal(at(0, secrets, LINK).followedBy('preview', undefined), null);
  assert.equal(at(0, createSecrets(['o'.repeat(40)]), LINK).endOf('preview', token), null);
  // Revoked, or another link with its id: the store was restored from an older backup.
  assert.equal(at(0).endOf('preview', token), null);
  assert.equal(at(0, secrets, { ...LINK, created_at: MADE + 1000 }).endOf('preview', token), null);
  const other = { ...LINK, id: 8 };
  for (const forged of ['', 'x', token.replace('7', '8'), `${token}A`, token.slice(1)])
    assert.equal(at(0, secrets, LINK, other).endOf('preview', forged), null, forged);
});

test('a link to a draft shows no site before it opens, and the other way round (catches: one is as good as the other)', () => {
  const draft = { ...LINK, edition: 3 };
  const [ofSite, ofDraft] = [LINK, draft].map((link) => {
    const query = new URL(previewLink(secrets, 'https://example.com', link)).searchParams;
    return query.get('preview') ?? query.get('draft') ?? '';
  }) as [string, string];
  assert.equal(at(0, secrets, draft).endOf('draft', ofDraft), END / 1000);
  assert.equal(at(0, secrets, draft).followedBy('draft', `preview=x; draft=${ofDraft}`), 7);
  assert.equal(at(0, secrets, draft).endOf('draft', ofSite), null);
  assert.equal(at(0, secrets, draft).endOf('preview', ofSite), null);
  assert.equal(at(0, secrets, LINK).endOf('preview', ofDraft), null);
  assert.equal(at(0, secrets, LINK).endOf('draft', ofDraft), null);
});
