/** What a browser's address bar makes of `example.com/`. */
export function asAddress(typed: string): string {
  const address = typed.trim().replace(/\/$/, '');
  return address === '' || /^\w+:\/\//.test(address) ? address : `https://${address}`;
}
