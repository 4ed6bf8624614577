import type { Now } from '#contract/owner/now.ts';
import type { Settings } from '#contract/owner/settings.ts';
import { problem } from '#contract/problem.ts';
import { answers, FAILED, settled, type View } from './view.ts';

/** The parts around pages: the strip, the sheet of phones, the passkey prompt. */
export function frameViews(): View[] {
  const under: Partial<Now>[] = [
    { launch: { is: 'scheduled', purpose: 'launch', at: Date.now() + 3 * 3_600_000 } },
    { launch: { is: 'undo', purpose: 'launch', left: 500_000, length: 600_000 } },
    { launch: { is: 'sending', purpose: 'launch', told: 900, ended: 1_000, total: 4_300 } },
    { launch: { is: 'paused', purpose: 'launch', told: 900, ended: 1_000, total: 4_300 } },
    { script: '/static/js/newer.js', sample: true, stage: 'live' },
  ];
  const page = { path: '/figures', who: 'owner' } as const;
  return [
    ...under.map((now): View => ({
      ...page,
      name: `frame, ${now.launch?.is ?? 'new version'}`,
      before: (to) => answers<Now>(to, '/now', () => now),
    })),
    {
      ...page,
      name: 'frame, more',
      arrange: async (to) => {
        await settled(to);
        await to.setViewportSize({ width: 360, height: 740 });
        await to.locator('nav button[aria-haspopup=dialog]').click();
        await to.locator('dialog[open]').waitFor();
      },
    },
    {
      ...page,
      name: 'frame, proof',
      path: '/settings',
      expected: FAILED,
      before: async (to) => {
        await answers<Settings>(to, '/settings', () => ({
          weeklySummary: { on: true, address: 'ana@example.com' },
        }));
        await to.route('**/api/owner/me', (route) =>
          route.fulfill({ status: 403, json: problem('needs-passkey') }),
        );
      },
      arrange: async (to) => {
        await settled(to);
        await to.locator('main [role=switch]').first().click();
        await to.locator('dialog[open]').waitFor();
      },
    },
  ];
}
