import type { Kysely } from '#kysely';
import {
  contentProblems,
  onlyChanges,
  shownDraft,
  readableContent,
  unreadFields,
} from '#contract/content/check.ts';
import { isSame, type Content } from '#contract/content/content.ts';
import { overlaid, readDraftOver } from '#server/content/draft.ts';
import {
  addEdition,
  currentEdition,
  editionBefore,
  type NewEdition,
  readEdition,
} from '#server/content/editions.ts';
import { undoEdition } from '#server/content/history.ts';
import type { Tables } from '#server/store/schema.ts';
import { programWords } from './program-words.ts';
import { renderContent, type RenderDeps, type Rendered } from './render-content.ts';

export type PublishDeps = RenderDeps & {
  write: Kysely<Tables>;
  /** Told what is done next. */
  onStep?: (step: PublishStep) => void;
};
export type PublishStep = 'checking' | 'drawing' | 'storing';

/** `taken`: somebody else has published meanwhile. */
export type PublishOutcome =
  | { is: 'published'; number: number; notes: string }
  | { is: 'unchanged' | 'taken' }
  | Exclude<Rendered, { is: 'rendered' }>;

/** What would be published; the draft of another version may say more. `base`: what visitors see. */
export type Drafted = Omit<NewEdition, 'owner'> & { base: Content };

/**
 * What would be published now, and from what. `upTo`: the highest revision of the draft that somebody has seen; what
 * was written since stays in the draft.
 */
export async function readDrafted(read: Kysely<Tables>, upTo = Infinity): Promise<Drafted> {
  const { live, draft } = await readDraftOver(read);
  const edition = live === 0 ? null : await readEdition(read, live);
  const words = await programWords();
  const base = readableContent(edition?.content ?? {}, words);
  const seen = shownDraft(draft, words).filter(({ revision }) => revision <= upTo);
  return {
    after: live,
    base,
    content: overlaid(base, seen),
    draftSeen: Math.max(0, ...seen.map(({ revision }) => revision)),
    unread: unreadFields(draft, words),
  };
}

/** Publishes the draft: all that owners have written since the last edition. */
export async function publishDraft(deps: PublishDeps, owner: number | null): Promise<PublishOutcome> {
  return publishDrafted(deps, await readDrafted(deps.read), owner);
}

export function publishDrafted(
  deps: PublishDeps,
  { base, content, ...seen }: Drafted,
  owner: number | null,
): Promise<PublishOutcome> {
  return publish(deps, base, content, (changed) =>
    addEdition(deps.write, { ...seen, content: changed, owner }, deps.now()),
  );
}

/** Publishes what can be shown of a content that was shown before; the draft stays. */
export async function publishAgain(
  deps: PublishDeps,
  content: Content,
  owner: number | null,
): Promise<PublishOutcome> {
  const drafted = await readDrafted(deps.read);
  const readable = readableContent(content, await programWords());
  return publishDrafted(deps, { ...drafted, content: readable, draftSeen: 0 }, owner);
}

type Undone = Pick<Drafted, 'base' | 'content' | 'after'>;

/** What visitors would see again if the last publishing was undone; null: nothing was published yet. */
export async function readUndone(read: Kysely<Tables>): Promise<Undone | null> {
  const edition = await currentEdition(read);
  if (edition === null) return null;
  const before = await editionBefore(read, edition.number);
  const words = await programWords();
  const [base, content] = [edition, before].map((one) => readableContent(one?.content ?? {}, words)) as [
    Content,
    Content,
  ];
  return { after: edition.number, base, content };
}

/** Publishes what was published before; what the undone edition said is the draft again. */
export function publishUndone(
  deps: PublishDeps,
  { base, content, after }: Undone,
  owner: number | null,
): Promise<PublishOutcome> {
  return publish(deps, base, content, (changed) =>
    undoEdition(deps.write, { after, content: changed, owner }, deps.now()),
  );
}

/** Renders before it stores: an edition in the store is one that can be shown. */
async function publish(
  deps: PublishDeps,
  base: Content,
  content: Content,
  store: (changed: Content) => Promise<number | 'taken'>,
): Promise<PublishOutcome> {
  const { onStep = () => {} } = deps;
  onStep('checking');
  const words = await programWords();
  const changed = onlyChanges(content, words);
  if (isSame(changed, onlyChanges(base, words))) return { is: 'unchanged' };
  const problems = contentProblems(changed, words);
  if (problems.length > 0) return { is: 'refused', problems };
  onStep('drawing');
  const rendered = await renderContent(deps, changed);
  if (rendered.is !== 'rendered') return rendered;
  onStep('storing');
  const number = await store(changed);
  return number === 'taken' ? { is: 'taken' } : { is: 'published', number, notes: rendered.notes };
}
