import type { ContentProblem } from '#contract/content/problems.ts';

/** A value of the owner that only rendering shows to be wrong. Caught once, in render.ts. */
export class OwnValueError extends Error {
  override name = 'Wrong';
  readonly problem: ContentProblem;

  constructor(problem: ContentProblem) {
    super(`${problem.field} ${problem.code}`);
    this.problem = problem;
  }
}

/** The problem that stops a piece of work; none if it ends. */
export async function problemsOf(work: () => Promise<void>): Promise<ContentProblem[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof OwnValueError) return [error.problem];
    throw error;
  }
}
