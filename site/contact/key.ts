const TAB_KEY = 'contact';

/** This tab's part of each key. It outlasts a change of document, and holds no words of the message. */
let tab: string | null = null;

/** The key of a message: equal for equal words of one tab, so that what is sent again is known again. */
export function keyOf(words: string): string {
  tab ??= keptTab();
  // FNV-1a: all it has to do is to tell one person's messages apart.
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
    // Blocked: it lasts as long as the page.
  }
  return made;
}

/** Not `randomUUID`, which browsers keep from pages without TLS. */
function randomTab(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
