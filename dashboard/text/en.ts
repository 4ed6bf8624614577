import { frameEn } from './frame.en.ts';
import { signinEn } from './signin.en.ts';
import { todayEn } from './today.en.ts';

/** What the first view says: the frame, the sign-in, Today. */
export const en = { ...frameEn, signin: signinEn, today: todayEn };
