import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSecrets } from '#server/store/secrets/secrets.ts';
import { createPreview, previewLink } from './preview.ts';

const secrets = createSecrets(['k'.repeat(40)]);
const END = 1_800_000_000_000;
const tokenOf = (link: string) => new URL(link).searchParams.get('preview') ?? '';

test('a link to look before the launch is good until its end and signed by us (faults: no end, no signature)', () => {
  const token = tokenOf(previewLink(secrets, 'https://example.com', END));
  const at = (time: number, of = secrets) => createPreview(of, () => time);
  assert.equal(at(END - 1).endOf(token), END / 1000);
  assert.equal(at(END).endOf(token), null);
  assert.equal(at(0).isAllowed(`language=pt; preview=${token}`), true);
  assert.equal(at(0).isAllowed('language=pt'), false);
  assert.equal(at(0).isAllowed(undefined), false);
  assert.equal(at(0, createSecrets(['o'.repeat(40)])).endOf(token), null);
  const later = token.replace(/^\d+/, String(END / 1000 + 1));
  for (const forged of ['', 'x', later, `${token}A`, token.slice(1)])
    assert.equal(at(0).endOf(forged), null, forged);
});
