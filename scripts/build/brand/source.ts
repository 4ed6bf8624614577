import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseSync, transformWithOxc, type ESTree } from 'vite';
import { ROOT } from '../root.ts';

/** A file of words or settings, as text and as a syntax tree. */
export type Source = { file: string; text: string; program: ESTree.Program };

/** Its message lists every problem of the owner's files, one per line, written for their editor. */
export class BrandError extends Error {
  override name = 'BrandError';
}

const HINT =
  'A quote, a comma or a bracket is missing. Words that hold an apostrophe stand between double quotes: "it\'s"';

/** @throws BrandError when the file is not valid TypeScript. */
export function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const { program, errors } = parseSync(file, text);
  const [error] = errors;
  if (error === undefined) return { file, text, program };
  const at = error.labels[0]?.start ?? text.length;
  // The mistake is rarely at the start of a line: usually the line before lacks something.
  const before = text.slice(0, at).trimEnd();
  const isFirst = text.slice(before.length, at).includes('\n');
  throw new BrandError(`${placeIn({ file, text }, isFirst ? before.length : at)}: ${HINT}.`);
}

/** `brand/text/home.pt.ts, line 3`. */
export function placeIn({ file, text }: Pick<Source, 'file' | 'text'>, at: number): string {
  const name = relative(ROOT, file).replaceAll('\\', '/');
  return `${name}, line ${text.slice(0, at).split('\n').length}`;
}

/** The exports of a file by name: the value of a constant, or a whole function. */
export function exportsOf({ program }: Source): Map<string, ESTree.Node> {
  const found = new Map<string, ESTree.Node>();
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration') continue;
    const { declaration } = statement;
    if (declaration?.type === 'FunctionDeclaration' && declaration.id)
      found.set(declaration.id.name, declaration);
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of declaration.declarations)
      if (id.type === 'Identifier' && init) found.set(id.name, init);
  }
  return found;
}

/** The members of an object in a source, by name; null if it is not an object. */
export function membersOf(node: ESTree.Node): Map<string, { key: number; value: ESTree.Node }> | null {
  if (node.type !== 'ObjectExpression') return null;
  const found = new Map<string, { key: number; value: ESTree.Node }>();
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.computed) continue;
    const { key, value } = property;
    if (key.type === 'Identifier') found.set(key.name, { key: key.start, value });
    if (key.type === 'Literal') found.set(String(key.value), { key: key.start, value });
  }
  return found;
}

/** What a file of the owner exports. @throws BrandError when it cannot run. */
export async function evaluate(text: string, file: string): Promise<Record<string, unknown>> {
  const { code } = await transformWithOxc(text, file, { sourcemap: false });
  try {
    return (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, unknown>;
  } catch (error) {
    throw new BrandError(`${file}: ${(error as Error).message}.`);
  }
}
