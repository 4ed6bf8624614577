import { framePt } from './frame.pt.ts';
import { todayPt } from './today.pt.ts';
import type { en } from './en.ts';
import type { Translated } from './words.ts';

/** The words of the first view: the frame and Today. */
export const pt: Translated<typeof en> = { ...framePt, today: todayPt };
