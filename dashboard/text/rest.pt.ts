import { agencyPt } from './agency.pt.ts';
import { peoplePt } from './people.pt.ts';
import { listsPt } from './lists.pt.ts';
import { launchPt } from './launch.pt.ts';
import { preparationPt } from './preparation.pt.ts';
import { purposePt } from './purpose.pt.ts';
import { messagesPt } from './messages.pt.ts';
import { editorPt } from './editor.pt.ts';
import { emptyTodayPt } from './empty-today.pt.ts';
import { launchDayPt } from './launch-day.pt.ts';
import { fieldsPt } from './fields.pt.ts';
import { figuresPt } from './figures.pt.ts';
import { mailsPt } from './mails.pt.ts';
import { roomsPt } from './rooms.pt.ts';
import { againPt, signinPt } from './signin.pt.ts';
import { copiesPt } from './copies.pt.ts';
import { settingsPt } from './settings.pt.ts';
import { brandPt } from './brand.pt.ts';
import { welcomePt } from './welcome.pt.ts';
import { sitePt } from './site.pt.ts';
import type { restEn } from './rest.en.ts';
import type { Translated } from './words.ts';

/** The words of the other pages, loaded after the first view. */
export const restPt: Translated<typeof restEn> = {
  ...peoplePt,
  ...listsPt,
  agency: agencyPt,
  launch: { ...launchPt, ...preparationPt, ...purposePt },
  messages: messagesPt,
  editor: editorPt,
  fields: { ...fieldsPt, ...roomsPt },
  figures: figuresPt,
  mails: mailsPt,
  settings: settingsPt,
  copies: copiesPt,
  site: sitePt,
  signin: signinPt,
  again: againPt,
  emptyToday: emptyTodayPt,
  launchDay: launchDayPt,
  ...welcomePt,
  brand: brandPt,
};
