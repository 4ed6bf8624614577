/** A sentence with a value in each of its places, written `{name}`. A place without a value stays as it is. */
export function filled(sentence: string, values: object): string {
  return sentence.replace(/{(\w+)}/g, (place, name: string) =>
    String((values as Record<string, unknown>)[name] ?? place),
  );
}

/**
 * Without the sections of a document whose value says so: from `%?NAME%` to `%/NAME%` if it is empty, from `%^NAME%` if
 * it is not.
 */
export function withSections(html: string, values: Partial<Record<string, string>>): string {
  return html.replace(/%([?^])([A-Z]+)%(.*?)%\/\2%/gs, (_all, sign: string, name: string, inner: string) =>
    ((values[name] ?? '') !== '') === (sign === '?') ? inner : '',
  );
}

/** Words with others in the places of those that differ: objects key by key, a list by position or as a whole. */
export function covered<T>(own: T, theirs: unknown): T {
  if (theirs === undefined) return own;
  if (typeof own !== 'object' || own === null || Array.isArray(theirs)) return theirs as T;
  const given = theirs as Record<string, unknown>;
  const all = Object.entries(own).map(
    ([key, words]) => [key, covered(words as unknown, given[key])] as const,
  );
  return (Array.isArray(own) ? all.map(([, words]) => words) : Object.fromEntries(all)) as T;
}
