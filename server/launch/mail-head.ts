/** All before the empty line. Lines end as they came. */
export function headOf(message: string): string {
  return /^[^]*?(?=\r?\n\r?\n|$(?![^]))/.exec(message)?.[0] ?? '';
}

/** What each field says, unfolded, by its name in small letters, from the first to the last. */
export function fieldsOf(message: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of headOf(message)
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
    fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value.trim()]);
  }
  return fields;
}

/** What follows `name=` in `name=value; other=value`, as in a DKIM signature and in DNS. */
export function tagOf(record: string, name: string): string {
  const tag = record
    .split(';')
    .map((one) => one.split(/=(.*)/s))
    .find(([key = '']) => key.trim().toLowerCase() === name);
  return tag?.[1]?.trim() ?? '';
}
