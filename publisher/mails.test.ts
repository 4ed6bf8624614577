import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OWN_FACTS, siteConfigOf } from '#contract/content/own-facts.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { OUR_ACCENT } from '#contract/content/accent.ts';
import { PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { accentsOf } from './accent.ts';
import { type MailOwner, type MailRenderer, writeMails } from './mails.ts';
import { writeInto } from './output.ts';
import { readProgram, rendererOf } from './program.ts';

const compiled = await readProgram(PROGRAM);
const load = () => rendererOf<MailRenderer>(compiled, 'mails');
const OURS: MailOwner = { site: siteConfigOf(OWN_FACTS), words: {} };
const file = (folder: string, name = 'mails') => join(folder, `.build/${name}.json`);

test('mails are made again when program, words or facts have changed, and only then (catches: by the words alone; each time; for another accent, which then stays forever)', async (t) => {
  const earlier = folderOf(t);
  const render = async (
    sender: MailOwner,
    program: string,
    previous: string | null,
    { folder = folderOf(t), accent = null as string | null } = {},
  ) => {
    const out = writeInto(folder);
    await writeMails(load, { program, sender, accents: accentsOf(accent), previous }, out);
    await out.end();
    return readFileSync(file(folder), 'utf8');
  };
  const ours = await render(OURS, 'this', null, { folder: earlier });
  // Nobody would make it again.
  const before = `"made before in ${OUR_ACCENT.light}"`;
  writeFileSync(file(earlier, 'mails-ours'), before);
  assert.equal(await render(OURS, 'this', earlier), before);
  assert.equal(await render(OURS, 'this', earlier, { accent: '#204060' }), '"made before in #204060"');
  assert.equal(await render(OURS, 'newer', earlier), ours);
  const said = { ...OURS, words: { en: { confirm: { subject: 'Is it you?' } } } };
  const { confirm } = JSON.parse(await render(said, 'this', earlier)) as MailTemplates;
  assert.equal(confirm.en.subject, 'Is it you?');
  const named = { ...OURS, site: siteConfigOf({ ...OWN_FACTS, 'legal.entity': 'Lume, Lda.' }) };
  assert.match(await render(named, 'this', earlier), /Lume, Lda\./);
});
