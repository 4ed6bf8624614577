/** Why `place` ("Port 3000 of 127.0.0.1") cannot be listened on, and what to do; `setting` holds its port. */
export function listenProblem(place: string, code: string | undefined, setting = 'PORT'): string {
  const known: Record<string, string> = {
    EADDRINUSE: `is in use. Stop the other program, or set ${setting} to another number.`,
    EACCES: `cannot be used by this user. Set ${setting} to a number above 1023.`,
    EADDRNOTAVAIL: 'is not an address of this machine. Set HOST to one that is.',
    ENOTFOUND: 'is not a known host. Set HOST to an address of this machine.',
  };
  return `${place} ${known[code ?? ''] ?? `cannot be opened (${code})`}`;
}
