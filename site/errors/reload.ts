export const RELOADED = 'reloaded';

/** True for the first who asks in this tab: scripts that are gone bring one reload, never a second. */
export function claimReload(): boolean {
  try {
    if (sessionStorage.getItem(RELOADED) !== null) return false;
    sessionStorage.setItem(RELOADED, '1');
    return true;
  } catch {
    // Without a memory of the reload there could be a second one: better none.
    return false;
  }
}
