import { checkBuild } from '#server/doctor/build.ts';
import { DIST, shownDist } from '#server/publish/renderings.ts';
import { examine } from '#server/doctor/examine.ts';
import { problemFinding } from '#server/base/finding.ts';
import { command, EXIT, Failed, type CliContext } from '../command.ts';
import { type ReportLines, sayFindings } from './say.ts';

export const doctor = command({
  name: 'doctor',
  about: 'checks settings, database, disk, email, forwarding, clock and pages, and says what to do',
  options: { dist: 'FOLDER' },
  run: async ({ values, settings, now, say }) => {
    const findings = await examineWith({ settings, now }, values.dist);
    return sayFindings(findings, say).problem > 0 ? EXIT.failed : EXIT.done;
  },
});

async function examineWith(
  { settings, now }: Pick<CliContext, 'settings' | 'now'>,
  dist: string | undefined,
): Promise<ReportLines> {
  try {
    const fixed = settings();
    return await examine(fixed, dist ?? shownDist(fixed.dataDir), now());
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    return {
      settings: error.message.split('\n').map((text) => problemFinding('said', { text })),
      build: checkBuild(dist ?? DIST, null),
    };
  }
}
