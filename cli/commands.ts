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
import { importCommand, importUndo } from './import/import.ts';
import { launchCommands } from './launch/commands.ts';
import { ownerLink, ownerList, ownerRemove } from './owner.ts';
import { secretsRotate } from './secrets-rotate.ts';
import { settingsCommands } from './settings.ts';
import { siteCommands } from './content/commands.ts';
import { stage } from './stage.ts';
import { eraseCommand, links, subscribersShow } from './person.ts';
import { transfer } from './transfer.ts';

/** In help order, by what they are about. The longer of two names comes first: `import undo`, `import`. */
export const COMMAND_GROUPS: Readonly<Record<string, readonly Command[]>> = {
  Site: [stage, ...siteCommands],
  Launch: [...launchCommands, launchReceipt],
  People: [
    subscribersShow,
    subscribersExport,
    interestsExport,
    consentTextsExport,
    receiptsExport,
    messagesExport,
    importUndo,
    importCommand,
    eraseCommand,
    links,
  ],
  Owners: [ownerLink, ownerList, ownerRemove],
  Server: [doctor, ...settingsCommands, transfer, secretsRotate],
  'Backups and copies': [backup, restore, restoring, restored, ...copiesCommands],
};

export const COMMANDS: readonly Command[] = Object.values(COMMAND_GROUPS).flat();
