/** `postgres://user@a:5432,b:5433/list`: one URL for each host, in their order. */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((one) => before + one + after);
}

/** With its port. As in libpq, a parameter wins; there it may be the folder of a socket. */
export function hostOf({ host, searchParams }: URL): string {
  return searchParams.get('host') ?? host;
}
