import { frameEn } from './frame.en.ts';
import { todayEn } from './today.en.ts';

/** What the first view says: the frame and Today. */
export const en = { ...frameEn, today: todayEn };
