/**
 * A free name for addresses and links, of a to z, digits and hyphens: `gestao-de-crise`, or `gestao-de-crise-2`. Of at
 * most `max` characters; `other`: where nothing of the name is left.
 */
export function slugOf(name: string, max: number, other: string, isFree: (slug: string) => boolean): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replace(/^-/, '');
  for (let n = 1; ; n += 1) {
    const end = n === 1 ? '' : `-${n}`;
    const slug = (plain.slice(0, max - end.length).replace(/-$/, '') || other) + end;
    if (isFree(slug)) return slug;
  }
}
