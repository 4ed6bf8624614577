import type { SendOutcome } from './send.ts';

/** The message being sent, possibly after its page was left. Survives the form, but not the document. */
export const underWay: { sending: Promise<SendOutcome> | null } = { sending: null };
