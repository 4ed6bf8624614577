import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEXTS = ['site/text', 'dashboard/text', 'mails/text'];

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

/** All that a language needs: its row, and its folders, here those of `from`. */
export function addLanguage(copy: string, language: string, from: string): void {
  const table = join(copy, 'contract/language.ts');
  const rows = readFileSync(table, 'utf8');
  writeFileSync(table, rows.replace("  pt: 'pt-PT',\n", `$&  ${language}: 'es-ES',\n`));
  for (const folder of TEXTS)
    cpSync(join(copy, folder, from), join(copy, folder, language), { recursive: true });
}

/** Spanish: each English sentence with a mark behind it. */
export function addSpanish(copy: string): void {
  addLanguage(copy, 'es', 'en');
  for (const folder of TEXTS) {
    writeFileSync(join(copy, folder, 'marked.ts'), MARKED);
    for (const file of readdirSync(join(copy, folder, 'es'))) {
      const names = readFileSync(join(copy, folder, 'en', file), 'utf8').matchAll(/^export const (\w+)/gm);
      const marked = [...names].map(([, name]) => `export const ${name} = marked(english.${name});\n`);
      const imports = `import * as english from '../en/${file}';\nimport { marked } from '../marked.ts';\n`;
      writeFileSync(join(copy, folder, 'es', file), imports + marked.join(''));
    }
  }
}
