import { join } from 'node:path';
import * as v from 'valibot';
import { schemaOf } from '#contract/content/check.ts';
import { factRow, type FactKey } from '#contract/content/facts.ts';
import { LEAST, type PictureFieldName } from '#contract/content/pictures.ts';
import { OWN_FACTS } from '#contract/content/own-facts.ts';
import { MUST, said } from '#contract/content/problems.ts';
import { ROOT } from '#server/base/root.ts';

export const CONTENT_DOC = join(ROOT, 'docs/content.md');
const TABLE = /(?<=^\| field \| value \| example \| about \|\n\|(?:---\|)+\n)(?:\| `(?!text\.…).*\n)*/m;

/** docs/content.md with the facts as they are described and checked now. */
export function withFacts(document: string): string {
  if (!TABLE.test(document)) throw new Error('docs/content.md has no table of facts');
  const rows = (Object.keys(OWN_FACTS) as FactKey[]).map(rowOf);
  return document.replace(TABLE, () => rows.join(''));
}

function rowOf(key: FactKey): string {
  const row = factRow(key);
  const { own, example, about } = row;
  // What is refused is told what it must be.
  const { code, limit } = said(v.safeParse(schemaOf(key), undefined).issues![0].message);
  const value = MUST[code].replace('{}', limit.replaceAll('|', ' or '));
  const longest = row.is === 'each' ? ` of up to ${row.max} characters` : '';
  const orNull = own === null && !value.endsWith('or null') ? ', or null' : '';
  const shown =
    example === undefined ? '' : `\`${JSON.stringify(example, null, 1).replaceAll(/\s*\n\s*/g, ' ')}\``;
  const least = key.startsWith('pictures.') ? LEAST[key as PictureFieldName] : null;
  const size = least && `. At least ${least.width} × ${least.height}, see [pictures](#files-and-pictures)`;
  return `| \`${key}\` | ${value}${longest}${orNull} | ${shown} | ${about}${size ?? ''} |\n`;
}
