import { frame } from './frame.ts';
import { today } from './today.ts';

/** The words of the first view: the frame and Today. */
export const first = { ...frame, today };
