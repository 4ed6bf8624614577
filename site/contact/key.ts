const TAB_KEY = 'contact';

/** This tab's part of each key. It survives a change of document, and contains no words of the message. */
let tab: string | null = null;

/** The idempotency key of a message: equal for equal words in a tab, so that a resend is recognised. */
export function keyOf(words: string): string {
  tab ??= keptTab();
  // FNV-1a: it only has to tell one person's messages apart.
  let hash = 0x811c9dc5;
  for (let at = 0; at < words.length; at++) hash = Math.imul(hash ^ words.charCodeAt(at), 0x01000193);
  return `${tab}-${(hash >>> 0).toString(16)}`;
}

function keptTab(): string {
  const made = randomTab();
  try {
    const kept = sessionStorage.getItem(TAB_KEY);
    if (kept !== null) return kept;
    sessionStorage.setItem(TAB_KEY, made);
  } catch {
    // Blocked: the key lasts as long as the page.
  }
  return made;
}

/** Not `randomUUID`, which is unavailable without TLS. */
function randomTab(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
