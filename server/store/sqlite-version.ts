/**
 * Why this SQLite must not hold the addresses, or null. Versions before 3.51.3 can corrupt a store in
 * write-ahead-log mode when two connections meet at a log reset; 3.52.0 was withdrawn by its authors.
 */
export function sqliteVersionProblem(version: string): string | null {
  const match = /^(\d+)\.(\d+)\.(\d+)$/.exec(version);
  if (!match) return `SQLite calls itself "${version}", which is no version this program knows`;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map(Number);
  if (major === 3 && minor === 52 && patch === 0) return 'SQLite 3.52.0 was withdrawn by its authors';
  const enough = major > 3 || (major === 3 && (minor > 51 || (minor === 51 && patch >= 3)));
  return enough ? null : `SQLite ${version} can corrupt a store; 3.51.3 or newer is needed`;
}
