import type { Page } from '@playwright/test';
import { rest as restPt } from '#dashboard/text/pt/rest.ts';
import type { PauseReason } from '#contract/owner/launch.ts';
import { HOUR } from '#contract/time.ts';
import { storeIdOf } from '#server/launch/store-id.ts';
import { enqueuePart } from '#server/launch/recipients.ts';
import type { RecipientState } from '#server/store/schema.ts';
import { launchOf, open, order, readyToLaunch } from '#test/fixtures/launch.ts';
import type { TestStore } from '#test/fixtures/store.ts';
import { test, withOwnerSite, type OwnerSite } from '../support/owner-site.ts';
import { expect } from '../support/test.ts';

const { launch } = restPt;
const PEOPLE = 56;
const REPLY = '550 5.1.1 The mailbox does not exist here';

test.use({ viewport: { width: 360, height: 640 }, expected: /\b503\b/ });

/** Launched half an hour ago; sending has begun for every recipient. */
async function openedIn(site: OwnerSite): Promise<void> {
  await site.within(async (store) => {
    await readyToLaunch(store as TestStore, PEOPLE);
    const storeId = await storeIdOf(store, site.dataDir);
    // An hour to undo, so that nothing is sent by itself.
    await open(store.write, 'launch', order({ storeId, undoMs: HOUR }));
    while (await enqueuePart(store, await launchOf(store as TestStore)));
    const now = Date.now();
    await store.write
      .updateTable('announcement_recipient')
      .set({ state: 'sent', started_at: now - HOUR / 2, finished_at: now })
      .execute();
  });
}

async function put(
  site: OwnerSite,
  {
    state,
    rows = {},
    reason,
  }: {
    state: 'sending' | 'paused' | 'done';
    rows?: Partial<Record<RecipientState, number>>;
    reason?: PauseReason;
  },
): Promise<void> {
  await site.within(async ({ write }) => {
    const now = Date.now();
    const people = await write.selectFrom('subscription').select('id').orderBy('id').execute();
    const next = people.values();
    for (const [end, n = 0] of Object.entries(rows) as [RecipientState, number][])
      await write
        .updateTable('announcement_recipient')
        .set({
          state: end,
          reply: end === 'failed' ? REPLY : null,
          ...(end === 'started' && { lease: 'another', lease_until: now + HOUR }),
        })
        .where(
          'subscription_id',
          'in',
          Array.from({ length: n }, () => next.next().value?.id ?? 0),
        )
        .execute();
    await write
      .updateTable('announcement')
      .set({ state, sending_at: now - HOUR / 2, ended_at: state === 'done' ? now : null })
      .set({
        undo_until: now - HOUR / 2,
        reason: reason === undefined ? null : JSON.stringify({ ...reason, at: now }),
      })
      .execute();
  });
}

async function isAboveBar(page: Page, name: string): Promise<boolean> {
  return page
    .getByRole('main')
    .getByRole('button', { name, exact: true })
    .evaluate((button) => {
      const { left, top, bottom, right } = button.getBoundingClientRect();
      return [top + 1, bottom - 1].every((y) =>
        button.contains(document.elementFromPoint((left + right) / 2, y)),
      );
    });
}

test('on a small phone: undo and pause are in reach, the last mails are under way, refusals are named, the end says the sum @all', async ({
  page,
}) => {
  await withOwnerSite(async (site) => {
    await site.signIn(page.context(), { language: 'pt' });
    await openedIn(site);
    await page.goto(`${site.address}/dashboard/launch`);
    const main = page.getByRole('main');
    await expect(main.getByText(launch.ofLaunch.wait)).toBeAttached();
    expect(await isAboveBar(page, launch.ofLaunch.undo)).toBe(true);

    await put(site, { state: 'sending', rows: { started: 2 } });
    await expect(main.getByText('Os últimos 2 e-\u2060mails estão em envio')).toBeVisible();
    await expect(main.getByText(launch.sending.queued, { exact: true })).toBeHidden();
    expect(await isAboveBar(page, launch.sending.pause)).toBe(true);

    await put(site, {
      state: 'paused',
      rows: { failed: 3, queued: 10 },
      reason: { why: 'failed', n: 3, of: PEOPLE },
    });
    await expect(main.getByText(launch.paused.reasons.failedDo)).toBeVisible();
    const named = main.getByRole('listitem').filter({ hasText: 'person0@example.org' });
    await expect(named).toBeVisible();
    await expect(named).toContainText(REPLY);

    await put(site, { state: 'done', rows: { failed: 8, unknown: 2, sent: PEOPLE - 10 } });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `E-\u2060mails enviados: ${PEOPLE - 10} de ${PEOPLE}`,
    );
    await expect(main.getByText(launch.done.ended)).toBeVisible();
    await expect(main.getByText(launch.ofLaunch.all, { exact: true })).toBeHidden();
  });
});
