export const RELOADED = 'reloaded';

/** True only for the first caller in this tab: missing scripts cause one reload, never a second. */
export function claimReload(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) !== null) return false;
    sessionStorage.setItem(RELOADED, '1');
    return true;
  } catch {
    // Without storage a second reload could follow: better none.
    return false;
  }
}
