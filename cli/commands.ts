import type { Command } from './command.ts';
import { backup } from './backup/backup.ts';
import { restore, restored, restoring } from './backup/restore.ts';
import { copiesCommands } from './copies/commands.ts';
import { doctor } from './doctor/doctor.ts';
import { erase } from './erase.ts';
import {
  consentTextsExport,
  interestsExport,
  messagesExport,
  receiptsExport,
  subscribersExport,
} from './exports.ts';
import { importList, importUndo } from './import/import.ts';
import { launchCommands } from './launch/commands.ts';
import { links, preview } from './links.ts';
import { mailsRelease, mailsRetry } from './mails/again.ts';
import { mailsList } from './mails/list.ts';
import { messagesList, messagesRelease, messagesShow } from './messages.ts';
import { ownerLink, ownerList, ownerRemove } from './owner.ts';
import { retention } from './retention.ts';
import { secretsRotate } from './secrets-rotate.ts';
import { settingsCommands } from './settings.ts';
import { siteCommands } from './content/commands.ts';
import { stage } from './stage.ts';
import { subscribersList, subscribersRelease, subscribersShow } from './subscribers.ts';
import { transfer } from './transfer.ts';

/** In help order. */
export const COMMANDS: readonly Command[] = [
  stage,
  preview,
  ...settingsCommands,
  ...siteCommands,
  ...launchCommands,
  ownerLink,
  ownerList,
  ownerRemove,
  subscribersList,
  subscribersShow,
  subscribersExport,
  subscribersRelease,
  interestsExport,
  consentTextsExport,
  receiptsExport,
  messagesList,
  messagesShow,
  messagesExport,
  messagesRelease,
  mailsList,
  mailsRelease,
  mailsRetry,
  importUndo,
  importList,
  erase,
  retention,
  links,
  backup,
  restore,
  restoring,
  restored,
  ...copiesCommands,
  transfer,
  secretsRotate,
  doctor,
];
