import { frame } from './frame.ts';
import { today } from './today.ts';
import type { first as english } from '../en/first.ts';
import type { Translated } from '../words.ts';

/** The words of the first view: the frame and Today. */
export const first: Translated<typeof english> = { ...frame, today };
