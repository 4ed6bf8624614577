import { test } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

// What a tag asks for is refused.
test.use({ expected: /\b(?:403|503)\b/ });

test('a script of a page in an owner’s browser reads nobody, and gets neither an export nor a key (faults: the session is enough; the dashboard can be fetched or opened in a window for its key)', async ({
  page,
  context,
  ownerSite,
}) => {
  await page.goto('/soon');
  await ownerSite.signIn(context);
  expect(await page.evaluate(actAsOwner)).toEqual({ statuses: [403, 403, 403], hasKey: false });
  const [dashboard, opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluateHandle(() => open('/dashboard')),
  ]);
  await expect(dashboard.locator('html')).toHaveAttribute('data-key', /^[\w-]{43}$/);
  expect(await opened.evaluate((of) => of?.closed), 'out of reach').toBe(true);
});

/** Runs in a page of the site, as a tag does. Returns the answers’ statuses, and whether the dashboard gave its key. */
async function actAsOwner(): Promise<{ statuses: number[]; hasKey: boolean }> {
  const ask = async (path: string, body?: object) =>
    fetch(`/api/owner${path}`, {
      headers: { 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
  const answers = [
    await ask('/people/search', { query: '' }),
    await ask('/people/export', { filter: '', form: 'sheet', proof: true }),
    await ask('/owners'),
  ];
  const dashboard = await (await fetch('/dashboard')).text();
  return { statuses: answers.map(({ status }) => status), hasKey: dashboard.includes('data-key') };
}
