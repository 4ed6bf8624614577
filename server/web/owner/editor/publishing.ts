import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { onlyChanges } from '#contract/content/check.ts';
import type { Content } from '#contract/content/content.ts';
import type { Published } from '#contract/owner/site.ts';
import { siteSettings } from '#server/base/config.ts';
import { difference } from '#server/content/draft.ts';
import {
  publishDrafted,
  publishUndone,
  readDrafted,
  readUndone,
  type PublishOutcome as Ended,
  type PublishDeps,
} from '#server/publish/publish.ts';
import { integerField } from '#server/web/owner/body.ts';
import { type Answer, type Ask, get, type OwnerRoute, post } from '#server/web/owner/route.ts';
import { drawEarly } from './draft.ts';
import { editorOf, proofOf } from './editor.ts';

const PUBLISHED = v.object({ live: integerField(0), draft: integerField(0) });
/** Milliseconds that publishing waits for drawings under way: with its minute, less than a browser waits for the answer. */
const DRAWING_MS = 10_000;
const UNDONE = v.object({ live: integerField(0) });

export const PUBLISHING_ROUTES: readonly OwnerRoute[] = [
  post(
    'never',
    '/site/publish',
    'Publishes the draft as the owner saw it; refused with needs-passkey where words that people agree to change, or tags.',
    publish,
    PUBLISHED,
  ),
  post(
    'never',
    '/site/undo',
    'Publishes the version before, and puts what differs back into the draft; needs-passkey as above.',
    undo,
    UNDONE,
  ),
  get(
    '/site/publishing',
    'Shows the progress of publishing on this server; null if none is in progress.',
    ({ parts }) => Promise.resolve({ json: editorOf(parts).publishing() }),
  ),
];

function publish(ask: Ask<typeof PUBLISHED>): Promise<Answer> {
  const { body, owner, parts, audit } = ask;
  return oneAtATime(ask, async (deps) => {
    const drafted = await readDrafted(parts.read, body.draft);
    if (drafted.after !== body.live) return said({ is: 'taken' });
    if (await lacksProof(ask, drafted)) return { problem: 'needs-passkey' };
    const { drawing, drafted: read } = editorOf(parts);
    // A rendering would end them, and begin them again.
    await Promise.race([Promise.all(drawing.values()), wait(DRAWING_MS, undefined, { ref: false })]);
    const { problems } = await read();
    if (problems.some(({ code }) => code === 'file-heavy')) return said({ is: 'refused', problems });
    const ended = await publishDrafted(deps, drafted, owner.id);
    if (ended.is === 'failed' && (ended.why === 'killed' || ended.why === 'late'))
      for (const [field, value] of difference(drafted.content, drafted.base))
        drawEarly(parts, field, value ?? null);
    if (ended.is === 'published') await audit('site-published', { n: ended.number, before: body.live });
    return shown(ask, ended);
  });
}

function undo(ask: Ask<typeof UNDONE>): Promise<Answer> {
  const { body, owner, parts, audit } = ask;
  return oneAtATime(ask, async (deps) => {
    const undone = await readUndone(parts.read);
    if ((undone?.after ?? 0) !== body.live) return said({ is: 'taken' });
    if (undone === null) return said({ is: 'unchanged' });
    if (await lacksProof(ask, undone)) return { problem: 'needs-passkey' };
    const ended = await publishUndone(deps, undone, owner.id);
    if (ended.is === 'published') await audit('site-undone', { n: body.live, now: ended.number });
    return shown(ask, ended);
  });
}

/** Goes on when the browser leaves. */
async function oneAtATime(
  { parts }: Pick<Ask, 'parts'>,
  run: (deps: PublishDeps) => Promise<Answer>,
): Promise<Answer> {
  const editor = editorOf(parts);
  if (editor.publishing() !== null) return said({ is: 'late' });
  const { read, write, config, now } = parts;
  const onStep = (step: 'checking' | 'drawing' | 'storing') => editor.setPublishing({ step });
  onStep('checking');
  try {
    return await run({ read, write, dataDir: config.dataDir, settings: siteSettings(config), now, onStep });
  } finally {
    editor.setPublishing(null);
  }
}

/** Whether fields would change for which this owner has to prove who they are first. */
async function lacksProof(
  { parts, lacksProof: isAsked }: Pick<Ask, 'parts' | 'lacksProof'>,
  { base, content }: { base: Content; content: Content },
): Promise<boolean> {
  const words = await editorOf(parts).words();
  const fields = difference(onlyChanges(content, words), onlyChanges(base, words)).keys();
  for (const proof of new Set([...fields].map((key) => proofOf(key, words))))
    if (await isAsked(proof)) return true;
  return false;
}

/** Answers once this server shows it. */
async function shown({ parts }: Pick<Ask, 'parts'>, ended: Ended): Promise<Answer> {
  const { log, showPublished } = parts;
  if (ended.is === 'failed') {
    log.error('the site could not be published', { why: ended.why, reason: ended.said });
    return said({ is: 'failed', why: ended.why });
  }
  if (ended.is !== 'published') return said(ended);
  if (ended.notes !== '') log.info('publisher warnings', { notes: ended.notes });
  // It is published: what keeps it from being shown now is logged, and tried again.
  await showPublished().catch(() => {});
  return said({ is: 'published', number: ended.number });
}

function said(json: Published): Answer {
  return { json };
}
