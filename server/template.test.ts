import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SiteDocument } from '#contract/documents.ts';
import { TEMPLATE, templateIn } from './template.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The file of ours that this owner's file overrides. */
function oursOf(file: string): string {
  if (file.endsWith('.svg')) return 'ui/Logo.tsx';
  return file.replace('brand/text/', 'site/text/').replace('brand/', '');
}

/** Pages like those of a build, with this HTML. */
function pagesOf(html: string): Parameters<typeof templateIn>[0] {
  const file = 'soon.html';
  const document = { page: 'soon', state: 'idle', language: 'en', file, policy: '' } satisfies SiteDocument;
  const manifest = { documents: [document] } as Parameters<typeof templateIn>[0]['manifest'];
  return { manifest, files: new Map([[file, { identity: Buffer.from(html), br: null, gzip: null }]]) };
}

test('what counts as the template’s is what our files say, under these names (fault: our words were changed here alone)', () => {
  for (const [file, key, says] of Object.values(TEMPLATE).flat()) {
    const ours = join(ROOT, oursOf(file));
    assert.ok(existsSync(ours), ours);
    const text = readFileSync(ours, 'utf8');
    const words = says.replaceAll(/<title>|: $|"/g, '');
    assert.ok(text.includes(words), `${ours} lacks ${words}`);
    assert.ok(text.includes(`${key.split('.').at(-1)}`), `${ours} lacks ${key}`);
  }
});

test('each part that was left as it came is named with where to change it, and nothing of another brand (fault: the first place alone)', () => {
  const html = `<title>Maré: em breve</title><a href="https://www.instagram.com/embreve">
    <a href="https://www.linkedin.com/company/embreve"><a href="https://www.instagram.com/embreve2">O nosso sinal é a breve,`;
  assert.deepEqual(templateIn(pagesOf(html)), [
    { part: 'profiles', where: 'brand/site.config.ts (social.instagram, social.linkedin)' },
    { part: 'sign', where: 'brand/text/about.pt.ts (story)' },
  ]);
  assert.deepEqual(templateIn(pagesOf('<title>Maré: home</title>"https://www.instagram.com/embreve2"')), []);
});
