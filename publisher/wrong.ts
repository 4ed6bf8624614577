import type { Problem } from '#contract/content/problems.ts';

/** A value of the owner that only rendering shows to be wrong. Caught once, in render.ts. */
export class Wrong extends Error {
  override name = 'Wrong';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.field} ${problem.code}`);
    this.problem = problem;
  }
}

/** The problem that stops a piece of work; none if it ends. */
export async function problemsOf(work: () => Promise<void>): Promise<Problem[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof Wrong) return [error.problem];
    throw error;
  }
}
