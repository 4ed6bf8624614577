/** Removes a parameter from the address bar. Returns its value, or null if there was none. */
export function dropParameter(name: string): string | null {
  const url = new URL(location.href);
  const value = url.searchParams.get(name);
  if (value !== null) {
    url.searchParams.delete(name);
    history.replaceState(history.state, '', url);
  }
  return value;
}
