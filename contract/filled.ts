/** A sentence with a value in each of its places, written `{name}`. A place without a value stays as it is. */
export function filled(sentence: string, values: object): string {
  return sentence.replace(/{(\w+)}/g, (place, name: string) =>
    String((values as Record<string, unknown>)[name] ?? place),
  );
}
