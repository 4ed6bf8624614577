import { framePt } from './frame.pt.ts';
import { signinPt } from './signin.pt.ts';
import { todayPt } from './today.pt.ts';
import type { en } from './en.ts';
import type { Words } from './words.ts';

/** What the first view says: the frame, the sign-in, Today. */
export const pt: Words<typeof en> = { ...framePt, signin: signinPt, today: todayPt };
