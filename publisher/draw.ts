import { factsOf } from '#contract/content/own-facts.ts';
import type { Problem } from '#contract/content/problems.ts';
import { readLogo } from './logo.ts';
import type { DrawJob } from './order.ts';
import { drawFrom, type AddressOf } from './own-picture.ts';
import { shownEvidence } from './photos.ts';
import { keepDrawn } from './pictures/kept.ts';
import { readProgram } from './program.ts';
import { measureOnce, scrimsOf } from './scrim.ts';
import { ownPictures } from './slots.ts';
import { problemsOf } from './wrong.ts';

/** Draws the owner's pictures into the folder where renderings find them. @returns what is wrong with them. */
export function draw({ program, content, files, drawn, now }: DrawJob): Promise<Problem[]> {
  return problemsOf(async () => {
    const compiled = await readProgram(program);
    const drawOnce = keepDrawn(drawn, compiled.program.drawing, now);
    const facts = factsOf(content);
    const drawOwn = drawFrom(files, drawOnce);
    await readLogo(facts['brand.logo'], files, drawOnce);
    const nowhere: AddressOf = async (picture, _name, named) => {
      await drawOwn(picture, named);
      return '';
    };
    await ownPictures(facts, compiled.program.pictures, nowhere);
    await scrimsOf(compiled, facts, null, measureOnce(drawOwn, drawOnce));
    await shownEvidence(facts, nowhere);
  });
}
