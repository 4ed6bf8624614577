import type { Kysely } from '#kysely';
import { onlyChanges } from '#contract/content/check.ts';
import type { Content } from '#contract/content/content.ts';
import { LANGUAGES, localeOf, type Language } from '#contract/language.ts';
import { loadBuild, type Build } from '#server/base/build.ts';
import type { Log } from '#server/base/log.ts';
import type { SiteSettings } from '#contract/site.ts';
import { insertEdition, readEdition } from '#server/content/editions.ts';
import { lockContent } from '#server/content/lock.ts';
import type { OpenLink } from '#server/stage/preview.ts';
import type { Tables } from '#server/store/schema.ts';
import { programWords } from './program-words.ts';
import { RETRY_MS, renderContent, type RenderDeps, type Rendered } from './render-content.ts';
import { renderingsIn } from './renderings.ts';

/** Keeps a content as a version that visitors never see. Returns its number. */
export async function keepSnapshot(
  write: Kysely<Tables>,
  { content, owner, at }: { content: Content; owner: number; at: number },
): Promise<number> {
  const changed = onlyChanges(content, await programWords());
  return write.transaction().execute(async (trx) => {
    await lockContent(trx);
    return insertEdition(trx, { kind: 'draft', content: changed, owner, at });
  });
}

type Deps = Omit<RenderDeps, 'settings'> & {
  /** The site that is shown, whose language the words are in. */
  site(): Build;
  settings(): SiteSettings;
  /** The valid links. */
  links(): ReadonlyMap<number, OpenLink>;
  show(id: number, draft: Build): void;
  hide(id: number): void;
  log: Log;
};

/** Renders what links to drafts show, in this process, and forgets it with them. `look`: looks now. */
export function followDrafts({ links, show, hide, log, ...deps }: Deps) {
  /** `key`: of what each shows; null: nothing yet. */
  const shown = new Map<number, { edition: number | null; key: string | null; retryAt: number }>();
  const keys = () => [...shown.values()].flatMap(({ key }) => key ?? []);

  /** @returns what went wrong; then the link shows what it did. */
  async function render(link: OpenLink): Promise<object | null> {
    const rendered = await renderDraft(deps, link);
    if (rendered?.is !== 'rendered') return { reason: JSON.stringify(rendered) };
    show(link.id, loadBuild(rendered.folder, deps.site()));
    const former = shown.get(link.id)?.key ?? null;
    shown.set(link.id, { edition: link.edition, key: rendered.key, retryAt: Infinity });
    await removeUnused(former);
    return null;
  }

  async function showOne(link: OpenLink): Promise<void> {
    const failed = await render(link).catch((error: unknown) => ({ error }));
    if (failed === null) return;
    const key = shown.get(link.id)?.key ?? null;
    shown.set(link.id, { edition: link.edition, key, retryAt: deps.now() + RETRY_MS });
    log.error('a draft could not be shown', { link: link.id, ...failed });
  }

  /** Links for one person to the same words share a rendering. */
  async function removeUnused(key: string | null): Promise<void> {
    if (key !== null && !keys().includes(key)) await renderingsIn(deps.dataDir).remove(key);
  }

  async function lookNow(): Promise<void> {
    const open = links();
    for (const [id, { key }] of shown) {
      if (open.has(id)) continue;
      hide(id);
      shown.delete(id);
      await removeUnused(key);
    }
    for (const link of open.values()) {
      const known = shown.get(link.id);
      const isDue = known?.edition !== link.edition || deps.now() >= known.retryAt;
      if (link.edition !== null && isDue) await showOne(link);
    }
  }

  let last = Promise.resolve();
  /** One look at a time. */
  const look = () => (last = last.then(lookNow, lookNow));
  return { look, keys };
}

/** Null: its version is gone. */
async function renderDraft(
  deps: Pick<Deps, 'read' | 'dataDir' | 'now' | 'site' | 'settings'>,
  link: OpenLink,
): Promise<Rendered | null> {
  const edition = await readEdition(deps.read, link.edition ?? 0);
  if (edition === null) return null;
  const settings = { ...deps.settings(), gaId: null, gtmId: null };
  return renderContent({ ...deps, settings }, edition.content, draftWords(deps.site(), link, edition.at));
}

/** What a draft says of itself above each page, and what its forms answer: they send nothing. */
function draftWords({ manifest }: Build, { name, ends_at: ends }: OpenLink, at: number): Content {
  const dayIn = (language: Language, moment: number) =>
    new Intl.DateTimeFormat(localeOf(language), {
      day: 'numeric',
      month: 'long',
      timeZone: 'UTC',
    }).format(moment);
  const entries = LANGUAGES.flatMap((language) => {
    const { line, sent } = manifest.words[language].draft;
    const values = { WHO: name, WHEN: dayIn(language, at), DAY: dayIn(language, ends) };
    const filled = line.replaceAll(/%(WHO|WHEN|DAY)%/g, (_place, one: keyof typeof values) => values[one]);
    return [
      [`text.navbar.preview.${language}`, filled],
      ...['text.page.soon.errorMessage', 'text.contact.emailFailed', 'text.contact.emailError'].map((key) => [
        `${key}.${language}`,
        sent,
      ]),
    ];
  });
  return {
    'analytics.gaId': null,
    'analytics.gtmId': null,
    'analytics.scriptOrigins': [],
    ...Object.fromEntries(entries),
  } as Content;
}
