import { problem } from '#contract/problem.ts';
import { API, FAILED, settled, untilSeen, type View } from './view.ts';

/** All API requests except those for the session and the frame. */
const isOfPage = (url: string) => /\/api\/owner\/(?!session$|now$)/.test(url);

/** States of each page besides its usual one. `reads`: the page shows nothing until its data is loaded. */
export function statesOf(name: string, path: string, reads: boolean): View[] {
  const page = { path, who: 'owner', expected: FAILED } as const;
  const reading: View[] = [
    {
      ...page,
      name: `${name}, loading`,
      before: (to) =>
        to.route(API, (route) => (isOfPage(route.request().url()) ? undefined : route.continue())),
      arrange: (to) => to.locator('main [role=status]').first().waitFor(),
    },
    {
      ...page,
      name: `${name}, error`,
      before: (to) =>
        to.route(API, (route) =>
          isOfPage(route.request().url())
            ? route.fulfill({ status: 503, json: problem('unavailable') })
            : route.continue(),
        ),
      arrange: async (to) => {
        await to.locator('main [role=alert]:not(:empty)').first().waitFor();
        await settled(to);
      },
    },
  ];
  return [
    { ...page, name, presses: true },
    ...(reads ? reading : []),
    {
      ...page,
      name: `${name}, offline`,
      arrange: async (to) => {
        await settled(to);
        await to.route(API, (route) => route.abort());
        await untilSeen(to, '[data-offline]');
      },
    },
    {
      ...page,
      name: `${name}, session over`,
      arrange: async (to) => {
        await settled(to);
        await to.context().clearCookies();
        await untilSeen(to, 'dialog[open]');
      },
    },
  ];
}
