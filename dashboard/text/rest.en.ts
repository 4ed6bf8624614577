import { agencyEn } from './agency.en.ts';
import { peopleEn } from './people.en.ts';
import { listsEn } from './lists.en.ts';
import { launchEn } from './launch.en.ts';
import { preparationEn } from './preparation.en.ts';
import { purposeEn } from './purpose.en.ts';
import { messagesEn } from './messages.en.ts';
import { editorEn } from './editor.en.ts';
import { emptyTodayEn } from './empty-today.en.ts';
import { launchDayEn } from './launch-day.en.ts';
import { fieldsEn } from './fields.en.ts';
import { figuresEn } from './figures.en.ts';
import { mailsEn } from './mails.en.ts';
import { roomsEn } from './rooms.en.ts';
import { againEn, signinEn } from './signin.en.ts';
import { copiesEn } from './copies.en.ts';
import { settingsEn } from './settings.en.ts';
import { brandEn } from './brand.en.ts';
import { welcomeEn } from './welcome.en.ts';
import { siteEn } from './site.en.ts';

/** The words of the other pages, loaded after the first view. */
export const restEn = {
  ...peopleEn,
  ...listsEn,
  agency: agencyEn,
  launch: { ...launchEn, ...preparationEn, ...purposeEn },
  messages: messagesEn,
  editor: editorEn,
  fields: { ...fieldsEn, ...roomsEn },
  figures: figuresEn,
  mails: mailsEn,
  settings: settingsEn,
  copies: copiesEn,
  site: siteEn,
  signin: signinEn,
  again: againEn,
  emptyToday: emptyTodayEn,
  launchDay: launchDayEn,
  ...welcomeEn,
  brand: brandEn,
};
