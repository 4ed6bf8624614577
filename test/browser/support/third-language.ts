import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The dashboard loads only the words of the chosen language. */
export const SPANISH = `  es: {
    first: async () => (await import('./es.ts')).es,
    rest: async () => (await import('./rest.es.ts')).restEs,
  },
`;

/** Marks every word of a text as Spanish; `when` names a value of a mail. */
const MARKED = `export function marked<T>(words: T): T {
  if (typeof words === 'string') return (words + ' [es]') as T;
  if (typeof words === 'function') return ((...facts: unknown[]) => marked(words(...facts))) as T;
  if (Array.isArray(words)) return words.map(marked) as T;
  if (typeof words !== 'object' || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([key, value]) => [key, key === 'when' ? value : marked(value)])) as T;
}
`;

export function filesBelow(copy: string, folder: string, wanted: RegExp): string[] {
  return readdirSync(join(copy, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => wanted.test(file))
    .map((file) => join(folder, file));
}

/** `home.en.ts` becomes `home.es.ts`, with `homeEs` in it. Text that is not only English stays unchanged. */
export function translate(copy: string, folder: string): void {
  writeFileSync(join(copy, folder, 'marked.ts'), MARKED);
  for (const file of filesBelow(copy, folder, /(^|\.)en\.ts$/)) {
    const [, english = ''] =
      /export (?:const|function) (en|\w+En)\b/.exec(readFileSync(join(copy, file), 'utf8')) ?? [];
    const spanish = english.replace(/en$/i, (end) => (end === 'en' ? 'es' : 'Es'));
    writeFileSync(
      join(copy, file.replace('en.ts', 'es.ts')),
      `import { ${english} } from './${basename(file)}';\nimport { marked } from './marked.ts';\n` +
        `export const ${spanish}: typeof ${english} = marked(${english});\n`,
    );
  }
}

/** Adds Spanish words wherever Portuguese ones are imported. */
export function register(text: string): string {
  return text
    .replaceAll(/^import \{ (pt|\w+Pt) \} from '(.*)pt\.ts';$/gm, (line, name: string, path: string) => {
      return `${line}\nimport { ${name.replace(/pt$/, 'es').replace(/Pt$/, 'Es')} } from '${path}es.ts';`;
    })
    .replaceAll(/\bpt: (\w+)Pt\b/g, '$&, es: $1Es')
    .replaceAll('{ en, pt }', '{ en, pt, es }');
}

/** Gives Spanish to each group of words by language, within the files of another one. */
export function spokenToo(text: string): string {
  return text
    .replaceAll(/\ben:\s*('[^']*'|"[^"]*")/g, 'es: $1, $&')
    .replaceAll(/\benShort:/g, "esShort: 'ES', $&");
}
