/** How long a press waits for a script (ms); then the browser handles it, as without JavaScript. */
export const PATIENCE = 8_000;
