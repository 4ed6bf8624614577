const TRIES = 5;

/** The moment of a kill is random: repeats the run until it has hit the case under test. */
export async function untilMet<Result>(
  run: () => Promise<Result>,
  met: (result: Result) => boolean,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const result = await run();
    if (met(result) || tries === TRIES) return result;
  }
}
