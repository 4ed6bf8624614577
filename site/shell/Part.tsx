import type { ReactNode } from 'react';
import type { Hideable } from '#contract/content/facts.ts';
import { pagesWithout, type InnerPage } from '#contract/pages.ts';
import { values } from '../values.ts';

/** Whether the owner hides a page, or a part of one. */
export function isHidden(part: Hideable | InnerPage): boolean {
  return values.hidden.some((hidden) => hidden === part);
}

/** The pages that links may lead to. */
export const shownPages = () => pagesWithout(values.hidden);

/** A part of a page that its owner may hide; the preview beside the editor shows where it would be. */
export function Part({ name, children }: { name: Hideable; children: ReactNode }) {
  if (!isHidden(name)) return children;
  return values.marksHidden ? <div data-hidden={name}>{children}</div> : null;
}
