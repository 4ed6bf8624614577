import { button, expectLetIn, field, HUMAN, open } from '../support/human.ts';
import { expect, test } from '../support/test.ts';
import { WHOLE_BROWSER } from '../support/whole-browser.ts';

// The journeys of human-journeys.all.e2e.ts that depend on a full browser, which takes twice the CPU.
test.use({ ...HUMAN, ...WHOLE_BROWSER });

test('somebody pastes and presses Enter within 2.5 seconds', async ({ page, address }) => {
  await page.goto('/soon', { waitUntil: 'commit' });
  const start = Date.now();
  await field(page).focus();
  await page.keyboard.insertText(address);
  await page.keyboard.press('Enter');
  expect(Date.now() - start).toBeLessThan(2_500);
  await expectLetIn(page, address);
});

test('the page comes back from the cache of left pages', async ({ page, address }) => {
  await page.addInitScript(() => {
    addEventListener('pageshow', (event) => {
      document.documentElement.dataset['restored'] = String(event.persisted);
    });
  });
  await open(page);
  await field(page).fill(address);
  await page.goto('/robots.txt');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-restored', 'true');
  await button(page).click();
  await expectLetIn(page, address);
});
