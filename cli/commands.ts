import type { Command } from './command.ts';
import { backup } from './backup/backup.ts';
import { restore, restored, restoring } from './backup/restore.ts';
import { copiesCommands } from './copies/commands.ts';
import { doctor } from './doctor/doctor.ts';
import {
  consentTextsExport,
  interestsExport,
  launchReceipt,
  messagesExport,
  receiptsExport,
  subscribersExport,
} from './exports.ts';
import { importList, importUndo } from './import/import.ts';
import { launchCommands } from './launch/commands.ts';
import { ownerLink, ownerList, ownerRemove } from './owner.ts';
import { secretsRotate } from './secrets-rotate.ts';
import { settingsCommands } from './settings.ts';
import { siteCommands } from './content/commands.ts';
import { stage } from './stage.ts';
import { erase, links, subscribersShow } from './person.ts';
import { transfer } from './transfer.ts';

/** In help order. */
export const COMMANDS: readonly Command[] = [
  stage,
  ...settingsCommands,
  ...siteCommands,
  ...launchCommands,
  launchReceipt,
  ownerLink,
  ownerList,
  ownerRemove,
  subscribersShow,
  subscribersExport,
  interestsExport,
  consentTextsExport,
  receiptsExport,
  messagesExport,
  importUndo,
  importList,
  erase,
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
