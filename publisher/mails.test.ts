import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { OWN_FACTS, siteConfigOf } from '#contract/content/own-facts.ts';
import type { MailTemplates } from '#contract/mails.ts';
import { PROGRAM } from '#test/fixtures/content.ts';
import { folderOf } from '#test/fixtures/folder.ts';
import { type MailOwner, type MailRenderer, writeMails } from './mails.ts';
import { writeInto } from './output.ts';
import { readProgram, rendererOf } from './program.ts';

const compiled = await readProgram(PROGRAM);
const load = () => rendererOf<MailRenderer>(compiled, 'mails');
const OURS: MailOwner = { site: siteConfigOf(OWN_FACTS), accents: null, words: {} };
const file = (folder: string) => join(folder, '.build/mails.json');

test('mails are made again when program, words or facts have changed, and only then (faults: by the words alone; each time)', async (t) => {
  const earlier = folderOf(t);
  const render = async (
    sender: MailOwner,
    program: string,
    previous: string | null,
    folder = folderOf(t),
  ) => {
    const out = writeInto(folder);
    await writeMails(load, { program, sender, previous }, out);
    await out.end();
    return readFileSync(file(folder), 'utf8');
  };
  const ours = await render(OURS, 'this', null, earlier);
  // Nobody would make it anew.
  writeFileSync(file(earlier), '"made before"');
  assert.equal(await render(OURS, 'this', earlier), '"made before"');
  assert.equal(await render(OURS, 'newer', earlier), ours);
  const said = { ...OURS, words: { en: { confirm: { subject: 'Is it you?' } } } };
  const { confirm } = JSON.parse(await render(said, 'this', earlier)) as MailTemplates;
  assert.equal(confirm.en.subject, 'Is it you?');
  const named = { ...OURS, site: siteConfigOf({ ...OWN_FACTS, 'legal.entity': 'Lume, Lda.' }) };
  assert.match(await render(named, 'this', earlier), /Lume, Lda\./);
});
