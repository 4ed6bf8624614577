/** How long a press waits for a script (ms); then the browser answers it, as it does without JavaScript. */
export const PATIENCE = 8_000;
