import type { Content } from '#contract/content/content.ts';
import type { Exposed } from '#contract/content/pictures.ts';
import type { ContentProblem } from '#contract/content/problems.ts';
import type { RenderInput } from './render.ts';

/** What a publisher is asked to do. All folders are absolute. */
export type PublisherJob =
  | ({ does: 'render' } & RenderInput)
  | ({ does: 'draw' } & DrawJob)
  | ({ does: 'inspect' | 'draw-for-letter' } & FileJob);

/** Pictures to be drawn before a rendering needs them. */
export type DrawJob = {
  /** Folder of the compiled program. */
  program: string;
  /** Fields with pictures, checked by `contentProblems`. */
  content: Content;
  /** Folder of the owner's files, by name. */
  files: string;
  /** Folder of drawn pictures. */
  drawn: string;
  /** Milliseconds since 1970. */
  now: number;
};

/** `exposed`: where words are on the pictures. */
export type DrawResult = { problems: ContentProblem[]; exposed: Exposed };

export type FileJob = { program: string; file: string };
