import { framePt } from './frame.pt.ts';
import { signinPt } from './signin.pt.ts';
import { todayPt } from './today.pt.ts';
import { peoplePt } from './people.pt.ts';
import { messagesPt } from './messages.pt.ts';
import { figuresPt } from './figures.pt.ts';
import { mailsPt } from './mails.pt.ts';
import { settingsPt } from './settings.pt.ts';
import { launchPt } from './launch.pt.ts';
import { preparationPt } from './preparation.pt.ts';
import type { Deck } from './words.ts';

/** Every word of the dashboard. */
export const pt: Deck = {
  ...framePt,
  ...peoplePt,
  launch: { ...launchPt, ...preparationPt },
  signin: signinPt,
  today: todayPt,
  messages: messagesPt,
  figures: figuresPt,
  mails: mailsPt,
  settings: settingsPt,
};
