/** Everything before the empty line. Line ends stay. */
export function headOf(message: string): string {
  return /^[^]*?(?=\r?\n\r?\n|$(?![^]))/.exec(message)?.[0] ?? '';
}

/**
 * Returns the unfolded values of each header field, by lower-case name, in order. Strangers write mails: the
 * time is linear in their length.
 */
export function headersOf(message: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const line of headOf(message)
    .replace(/\r?\n(?=[ \t])/g, '')
    .split(/\r?\n/)) {
    const [, name] = /^([!-9;-~]+):/.exec(line) ?? [];
    if (name === undefined) continue;
    const value = line.slice(name.length + 1).trim();
    const values = fields.get(name.toLowerCase());
    if (values) values.push(value);
    else fields.set(name.toLowerCase(), [value]);
  }
  return fields;
}

/** Returns the value of `name` in `name=value; other=value`, as in a DKIM signature and in DNS. */
export function tagOf(record: string, name: string): string {
  const tag = record
    .split(';')
    .map((one) => one.split(/=(.*)/s))
    .find(([key = '']) => key.trim().toLowerCase() === name);
  return tag?.[1]?.trim() ?? '';
}
