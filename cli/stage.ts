import { isStage } from '#contract/pages.ts';
import { BY_COMMAND } from '#contract/owner/audit-log.ts';
import { setSite } from '#server/launch/site.ts';
import { readStage } from '#server/stage/stage.ts';
import { command, Misused } from './command.ts';
import { withStore } from '#server/store/existing.ts';

const MEANING = {
  soon: 'Visitors see only the Coming Soon page.',
  live: 'Visitors see the site.',
};

export const stage = command({
  name: 'stage',
  about: 'shows what visitors see, or switches it within a second: live, or soon (Coming Soon)',
  operands: ['[soon|live]'],
  run: async ({ operands: [wanted], settings, now: clock, say }) => {
    if (wanted !== undefined && !isStage(wanted)) throw new Misused('The stage must be "soon" or "live".');
    const config = settings();
    await withStore(config, wanted === undefined ? 'read' : 'write', async ({ read, write }) => {
      if (wanted !== undefined) await setSite(write, wanted, { by: BY_COMMAND, now: clock() });
      const shown = wanted ?? (await readStage(read)) ?? config.stage;
      say(`${shown}: ${MEANING[shown]}`);
    });
  },
});
