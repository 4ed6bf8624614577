import type { Kysely } from '#kysely';
import { contentProblems, onlyChanges } from '#contract/content/check.ts';
import type { Content } from '#contract/content/content.ts';
import { overlaid, readDraft } from '#server/content/draft.ts';
import { addEdition, currentEdition } from '#server/content/editions.ts';
import type { Tables } from '#server/store/schema.ts';
import { programWords } from './program-words.ts';
import { renderContent, type RenderDeps, type Rendered } from './render-content.ts';

export type PublishDeps = RenderDeps & { write: Kysely<Tables> };

/** `taken`: somebody else has published meanwhile. */
export type Published =
  | { is: 'published'; number: number; notes: string }
  | { is: 'unchanged' | 'taken' }
  | Exclude<Rendered, { is: 'rendered' }>;

/** What would be published now, and from what. */
export async function readDrafted(read: Kysely<Tables>) {
  const edition = await currentEdition(read);
  const draft = await readDraft(read);
  const base = edition?.content ?? {};
  return {
    after: edition?.number ?? 0,
    base,
    content: overlaid(base, draft),
    draftSeen: Math.max(0, ...draft.map(({ revision }) => revision)),
  };
}

/** Publishes the draft: all that owners have written since the last edition. */
export async function publishDraft(deps: PublishDeps, owner: number | null): Promise<Published> {
  const { content, ...from } = await readDrafted(deps.read);
  return publish(deps, { ...from, content, owner });
}

/** Publishes a content that was shown before; the draft stays. */
export async function publishAgain(
  deps: PublishDeps,
  content: Content,
  owner: number | null,
): Promise<Published> {
  const { base, after } = await readDrafted(deps.read);
  return publish(deps, { base, after, content, owner, draftSeen: 0 });
}

type Publishing = { base: Content; after: number; content: Content; owner: number | null; draftSeen: number };

/** Renders before it stores: an edition in the store is one that can be shown. */
async function publish(deps: PublishDeps, { base, content, ...edition }: Publishing): Promise<Published> {
  const words = await programWords();
  const changed = onlyChanges(content, words);
  if (isSame(changed, onlyChanges(base, words))) return { is: 'unchanged' };
  const problems = contentProblems(changed, words);
  if (problems.length > 0) return { is: 'refused', problems };
  const rendered = await renderContent(deps, changed);
  if (rendered.is !== 'rendered') return rendered;
  const number = await addEdition(deps.write, { ...edition, content: changed }, deps.now());
  return number === 'taken' ? { is: 'taken' } : { is: 'published', number, notes: rendered.notes };
}

/** Both have their keys in order. */
function isSame(one: Content, other: Content): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
