/** `postgres://user@a:5432,b:5433/list`: one URL for each host, in their order. */
export function hostUrls(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((one) => before + one + after);
}
