import { frameEn } from './frame.en.ts';
import { todayEn } from './today.en.ts';

/** The words of the first view: the frame and Today. */
export const en = { ...frameEn, today: todayEn };
