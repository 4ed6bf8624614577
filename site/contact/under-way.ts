import type { Outcome } from './send.ts';

/** The message being sent, or sent while its page was left. Outlasts the form, and goes with the document. */
export const underWay: { sending: Promise<Outcome> | null } = { sending: null };
