import type { ESTree } from 'vite';
import { exportsOf, membersOf, placeIn, type Source } from './source.ts';

/** One of our values, and the owner's value that replaces it. */
type Swap = { ours: ESTree.Node; theirs: ESTree.Node };
type Found = { swaps: Swap[]; problems: string[] };

/**
 * Our source with the owner's values in place, or the problems of those values, one per line. The owner's
 * file is never executed: the result equals an edit of our own file.
 */
export function merge(ours: Source, theirs: Source, isText: boolean): { text: string; problems: string[] } {
  const known = exportsOf(ours);
  const found = [...exportsOf(theirs)].map(([name, value]): Found => {
    const own = known.get(name);
    if (own !== undefined) return compare(own, value, name);
    return wrong(value, `nothing is called ${name}; it must be ${[...known.keys()].join(' or ')}`);
  });
  if (found.length === 0)
    found.push(
      wrong(
        theirs.program,
        `nothing is exported; it must begin with \`export const ${[...known.keys()][0]}\``,
      ),
    );
  const swaps = found.flatMap((one) => one.swaps).sort((a, b) => b.ours.start - a.ours.start);
  const text = swaps.reduce(
    (merged, { ours: old, theirs: value }) =>
      merged.slice(0, old.start) + theirs.text.slice(value.start, value.end) + merged.slice(old.end),
    ours.text,
  );
  return { text, problems: found.flatMap((one) => one.problems) };

  function wrong(at: ESTree.Node, why: string): Found {
    return { swaps: [], problems: [`${placeIn(theirs, at.start)}: ${why}.`] };
  }

  /** Compares objects key by key, everything else as a whole. */
  function compare(own: ESTree.Node, value: ESTree.Node, place: string): Found {
    const [there, here] = [membersOf(own), membersOf(value)];
    if (there !== null && here !== null && there.size > 0) {
      const parts = [...here].map(([key, { value: part }]) => {
        const one = there.get(key)?.value;
        if (one) return compare(one, part, `${place}.${key}`);
        return wrong(part, `${place} has no ${key}; it has ${[...there.keys()].join(', ')}`);
      });
      return { swaps: parts.flatMap((one) => one.swaps), problems: parts.flatMap((one) => one.problems) };
    }
    if (isText && own.type === 'ArrayExpression' && value.type === 'ArrayExpression') {
      if (own.elements.length !== value.elements.length)
        return wrong(value, `${place} must have ${own.elements.length} parts, not ${value.elements.length}`);
      const parts = value.elements.map((part, at) => compare(own.elements[at]!, part!, `${place}[${at}]`));
      return { swaps: parts.flatMap((one) => one.swaps), problems: parts.flatMap((one) => one.problems) };
    }
    const problems = isText ? differences(own, value, place) : [];
    return problems.length > 0
      ? { swaps: [], problems: problems.flatMap((why) => wrong(value, why).problems) }
      : { swaps: [{ ours: own, theirs: value }], problems: [] };
  }

  function differences(own: ESTree.Node, value: ESTree.Node, place: string): string[] {
    const [wanted, given] = [kindOf(own), kindOf(value)];
    if (wanted !== given) return [`${place} must be ${wanted}, not ${given}`];
    const [needed, used] = [factsIn(own, ours.text), factsIn(value, theirs.text)];
    const missing = [...needed].filter((fact) => !used.has(fact)).map((fact) => `${place} lacks ${fact}`);
    const unknown = [...used]
      .filter((fact) => !needed.has(fact))
      .map((fact) => `${place} has ${fact}, which nobody fills`);
    return [...missing, ...unknown];
  }
}

function kindOf(node: ESTree.Node): string {
  if (node.type === 'TemplateLiteral') return 'words';
  if (node.type === 'Literal') return typeof node.value === 'string' ? 'words' : String(node.value);
  if (node.type === 'ArrowFunctionExpression') return 'a function';
  if (node.type === 'ArrayExpression') return 'a list between [ and ]';
  return node.type === 'ObjectExpression' ? 'words by name between { and }' : 'words';
}

/** The placeholders: `{name}`, `{{address}}`, `%TOKEN%`, and `${CONSTANT}`. */
function factsIn(node: ESTree.Node, text: string): Set<string> {
  const source = text.slice(node.start, node.end);
  const found = source.match(/\{\{\w+\}\}|(?<![{$])\{\w+\}|%[A-Z]+%|(?<=\$\{)[\w.]+/g) ?? [];
  return new Set(found.map((fact) => (/^[{%]/.test(fact) ? fact : `\${${fact}}`)));
}
