import { agency } from './agency.ts';
import { people } from './people.ts';
import { lists } from './lists.ts';
import { launch } from './launch.ts';
import { letters } from './letters.ts';
import { preparation } from './preparation.ts';
import { purpose } from './purpose.ts';
import { messages } from './messages.ts';
import { editor } from './editor.ts';
import { emptyToday } from './empty-today.ts';
import { launchDay } from './launch-day.ts';
import { fields } from './fields.ts';
import { figures } from './figures.ts';
import { mails } from './mails.ts';
import { rooms } from './rooms.ts';
import { again, signin } from './signin.ts';
import { copies } from './copies.ts';
import { settings } from './settings.ts';
import { brand } from './brand.ts';
import { welcome } from './welcome.ts';
import { site } from './site.ts';
import type { rest as english } from '../en/rest.ts';
import type { Translated } from '../words.ts';

/** The words of the other pages, loaded after the first view. */
export const rest: Translated<typeof english> = {
  ...people,
  ...lists,
  agency,
  letters,
  launch: { ...launch, ...preparation, ...purpose },
  messages,
  editor,
  fields: { ...fields, ...rooms },
  figures,
  mails,
  settings,
  copies,
  site,
  signin,
  again,
  emptyToday,
  launchDay,
  ...welcome,
  brand,
};
