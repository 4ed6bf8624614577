import { factsOf } from '#contract/content/own-facts.ts';
import type { Exposed } from '#contract/content/pictures.ts';
import { accentsOf } from './accent.ts';
import { bobsIn, drawBobFrom } from './bobs.ts';
import { readLogo } from './logo.ts';
import type { DrawResult, DrawJob } from './order.ts';
import { drawFrom, type AddressOf } from './own-picture.ts';
import { shownEvidence } from './photos.ts';
import { keepDrawn } from './pictures/kept.ts';
import { readProgram } from './program.ts';
import { measureOnce, noting, scrimsOf } from './scrim.ts';
import { ownPictures } from './slots.ts';
import { problemsOf } from './wrong.ts';

/** Draws the owner's pictures into the folder where renderings find them, and says what is wrong with them. */
export async function drawPictures({ program, content, files, drawn, now }: DrawJob): Promise<DrawResult> {
  const exposed: Exposed = { dark: 0, light: 0 };
  const problems = await problemsOf(async () => {
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
    await scrimsOf(compiled, facts, null, noting(exposed, measureOnce(drawOwn, drawOnce)));
    await shownEvidence(facts, nowhere);
    const drawOneBob = drawBobFrom(program, drawOnce);
    for (const bob of bobsIn(facts, accentsOf(facts['brand.accent']))) await drawOneBob(bob);
  });
  return { problems, exposed };
}
