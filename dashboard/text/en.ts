import { frameEn } from './frame.en.ts';
import { signinEn } from './signin.en.ts';
import { todayEn } from './today.en.ts';
import { peopleEn } from './people.en.ts';
import { messagesEn } from './messages.en.ts';
import { figuresEn } from './figures.en.ts';
import { mailsEn } from './mails.en.ts';
import { settingsEn } from './settings.en.ts';
import { launchEn } from './launch.en.ts';
import { preparationEn } from './preparation.en.ts';

/** Every word of the dashboard. */
export const en = {
  ...frameEn,
  ...peopleEn,
  launch: { ...launchEn, ...preparationEn },
  signin: signinEn,
  today: todayEn,
  messages: messagesEn,
  figures: figuresEn,
  mails: mailsEn,
  settings: settingsEn,
};
