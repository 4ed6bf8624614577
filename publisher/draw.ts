import { factsOf } from '#contract/content/own-facts.ts';
import type { Problem } from '#contract/content/problems.ts';
import { readLogo } from './logo.ts';
import type { DrawJob } from './order.ts';
import type { Output } from './output.ts';
import { writeEvidence } from './photos.ts';
import { keepDrawn } from './pictures/kept.ts';
import { readProgram } from './program.ts';
import { writeOwnPictures } from './slots.ts';
import { problemsOf } from './wrong.ts';

const NOWHERE: Output = { folder: '', write: () => {}, writeNamed: () => '', end: () => Promise.resolve() };

/** Draws the owner's pictures into the folder where renderings find them. @returns what is wrong with them. */
export function draw({ program, content, files, drawn, now }: DrawJob): Promise<Problem[]> {
  return problemsOf(async () => {
    const compiled = await readProgram(program);
    const drawOnce = keepDrawn(drawn, compiled.program.drawing, now);
    const facts = factsOf(content);
    await readLogo(facts['brand.logo'], files, drawOnce);
    await writeOwnPictures(facts, files, compiled.program.pictures, drawOnce, NOWHERE);
    await writeEvidence(facts, files, drawOnce, NOWHERE);
  });
}
