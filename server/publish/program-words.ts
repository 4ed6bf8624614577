import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wordFields, type ProgramWords, type WordField } from '#contract/content/words.ts';
import { WORDS_FILE } from '#publisher/program.ts';
import { PROGRAM } from './renderings.ts';

/** The fields of words that the program has, with its own in them. */
export async function programWords(): Promise<Map<string, WordField>> {
  return wordFields(JSON.parse(await readFile(join(PROGRAM, WORDS_FILE), 'utf8')) as ProgramWords);
}
