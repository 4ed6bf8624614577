import { mkdir } from 'node:fs/promises';
import { inEnglish, type ContentProblem } from '#contract/content/problems.ts';
import { complete } from '#contract/content/check.ts';
import type { Content } from '#contract/content/content.ts';
import { siteSettings, type Config } from '#server/base/config.ts';
import { currentEdition, listEditions, readEdition } from '#server/content/editions.ts';
import { programWords } from '#server/publish/program-words.ts';
import {
  publishAgain,
  publishDraft,
  publishUndone,
  readDrafted,
  readUndone,
  type PublishDeps,
  type PublishOutcome,
} from '#server/publish/publish.ts';
import { renderContent } from '#server/publish/render-content.ts';
import { integer } from '#server/base/setting.ts';
import { withStore, type Store } from '#server/store/existing.ts';
import { copyForHost, lackForHost } from '#server/publish/static-host.ts';
import { command, Failed, type CliContext } from '../command.ts';
import { withSettings } from '../present.ts';
import { exportContent, importContent } from './folder.ts';

const siteExport = command({
  name: 'site export',
  about:
    'exports the site’s content to a folder: content.json and its files; --draft includes unpublished changes',
  operands: ['DIR'],
  options: { draft: 'flag' },
  run: async ({ operands: [folder = ''], values: { draft }, settings, say }) => {
    await withStore(settings(), 'read', async ({ read }) => {
      const content = draft
        ? (await readDrafted(read)).content
        : ((await currentEdition(read))?.content ?? {});
      await exportContent(read, complete(content, await programWords()), folder);
    });
    say(`Written to ${folder}/content.json. Change it, then: site import ${folder} --publish`);
  },
});

const siteImport = command({
  name: 'site import',
  about: 'imports the site’s content from a folder, all or nothing; replaces the draft',
  operands: ['DIR'],
  options: { publish: 'flag' },
  run: async ({ operands: [folder = ''], values, settings, now, say, warn }) => {
    await withSettings(settings(), 'write', async (store, config) => {
      const problems = await importContent(store, { folder, dataDir: config.dataDir }, now());
      refuse(problems);
      if (values.publish)
        return sayPublished(await publishDraft(depsOf(config, store, now), null), { say, warn });
      say('Imported as the draft. To publish it: site publish');
    });
  },
});

const sitePublish = command({
  name: 'site publish',
  about: 'publishes the draft',
  run: async ({ settings, now, say, warn }) => {
    await withSettings(settings(), 'write', async (store, config) =>
      sayPublished(await publishDraft(depsOf(config, store, now), null), { say, warn }),
    );
  },
});

const siteUndo = command({
  name: 'site undo',
  about:
    'undoes the last publish: the previous version goes live again, and your changes go back to the draft',
  run: async ({ settings, now, say, warn }) => {
    await withSettings(settings(), 'write', async (store, config) => {
      const undone = await readUndone(store.read);
      if (undone === null) throw new Failed('Nothing was published yet.');
      sayPublished(await publishUndone(depsOf(config, store, now), undone, null), { say, warn });
    });
  },
});

const siteRestore = command({
  name: 'site restore',
  about: 'publishes an earlier version again',
  operands: ['N'],
  run: async ({ operands: [operand = ''], settings, now, say, warn }) => {
    await withSettings(settings(), 'write', async (store, config) => {
      const content = await contentOf(store, numberOf(operand));
      sayPublished(await publishAgain(depsOf(config, store, now), content, null), { say, warn });
    });
  },
});

const siteEditions = command({
  name: 'site editions',
  about: 'lists published versions and replaced drafts, newest first',
  run: async ({ settings, say }) => {
    const editions = await withStore(settings(), 'read', ({ read }) => listEditions(read));
    if (editions.length === 0) say('Nothing has been published yet: visitors see the built-in site.');
    for (const { number, at, owner, kind } of editions) {
      const by = owner === null ? 'command line' : `owner ${owner}`;
      say(`${number}  ${new Date(at).toISOString()}  ${by}${kind === 'draft' ? '  draft' : ''}`);
    }
  },
});

const siteShow = command({
  name: 'site show',
  about: 'prints a version as JSON: only what differs from the built-in content',
  operands: ['N'],
  run: async ({ operands: [operand = ''], settings, say }) => {
    const content = await withStore(settings(), 'read', (store) => contentOf(store, numberOf(operand)));
    say(JSON.stringify(content, null, 2));
  },
});

const siteStatic = command({
  name: 'site static',
  about: 'exports the published site for a static host, in the stage set by STAGE',
  operands: ['DIR'],
  run: async ({ operands: [folder = ''], settings, now, say, warn }) => {
    await withSettings(settings(), 'write', async (store, config) => {
      const lack = lackForHost(config);
      if (lack !== null) throw new Failed(lack);
      const content = (await currentEdition(store.read))?.content ?? {};
      const rendered = await renderContent(depsOf(config, store, now), content);
      if (rendered.is !== 'rendered') return sayPublished(rendered, { say, warn });
      await mkdir(folder, { recursive: true });
      await copyForHost(config, rendered.folder, folder);
      say(`Written to ${folder}.`);
    });
  },
});

export const siteCommands = [
  siteExport,
  siteImport,
  sitePublish,
  siteUndo,
  siteEditions,
  siteShow,
  siteRestore,
  siteStatic,
];

function depsOf(config: Config, { read, write }: Store, now: () => number): PublishDeps {
  return { read, write, dataDir: config.dataDir, settings: siteSettings(config), now };
}

/** @throws Failed unless it is published. */
function sayPublished(published: PublishOutcome, { say, warn }: Pick<CliContext, 'say' | 'warn'>): void {
  switch (published.is) {
    case 'published':
      // E.g. letters that no font for the shared pictures has.
      if (published.notes !== '') warn(published.notes);
      return say(`Published as version ${published.number}. A running server shows it within seconds.`);
    case 'unchanged':
      return say('Nothing to publish: the draft matches the live site.');
    case 'taken':
      throw new Failed('Someone else has just published. Check "site editions", then try again.');
    case 'refused':
      return refuse(published.problems);
    case 'failed':
      throw new Failed(
        `Nothing was published: the site could not be rendered (${published.why}). ${published.said}`,
      );
  }
}

/** @throws Failed that lists them. */
function refuse(problems: ContentProblem[]): void {
  if (problems.length > 0) throw new Failed(`Nothing was changed:\n${problems.map(inEnglish).join('\n')}`);
}

function numberOf(operand: string): number {
  return integer(1, 999_999)(operand);
}

/** @throws Failed if there is none. */
async function contentOf({ read }: Store, number: number): Promise<Content> {
  const edition = await readEdition(read, number);
  if (edition === null) throw new Failed(`There is no version ${number}. "site editions" lists them.`);
  return edition.content;
}
