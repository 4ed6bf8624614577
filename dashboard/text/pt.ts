import { framePt } from './frame.pt.ts';
import { todayPt } from './today.pt.ts';
import type { en } from './en.ts';
import type { Words } from './words.ts';

/** The words of the first view: the frame and Today. */
export const pt: Words<typeof en> = { ...framePt, today: todayPt };
