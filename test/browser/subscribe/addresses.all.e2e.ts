import type { Page } from '@playwright/test';
import { ADDRESS_CORPUS } from '../../corpora/addresses.ts';
import { type AddressCode, parseAddress } from '#contract/subscribe.ts';
import { FAILED_REQUEST, openSoon, subscribe, WORDS } from '../support/soon.ts';
import { expect, test } from '../support/test.ts';

// The browser logs every address that is refused on purpose.
test.use({ expected: FAILED_REQUEST });

type Judged = {
  raw: string;
  /** What the form would send; null if the browser blocks it. */
  sent: string | null;
  /** The server's answer to it. */
  status: number | null;
  code: AddressCode | null;
};

test('every address of the corpus is judged by browser and server as its verdict says', async ({ page }) => {
  await openSoon(page);
  const judged = await judge(
    page,
    ADDRESS_CORPUS.map(([raw]) => raw),
    'set',
  );
  expect(judged.length).toBeGreaterThan(150);
  for (const [at, [raw, verdict]] of ADDRESS_CORPUS.entries()) {
    const { sent, status, code } = judged[at] ?? { sent: null, status: null, code: null };
    const name = JSON.stringify(raw.slice(0, 80));
    if ('as' in verdict) {
      expect
        .soft({ taken: takenAs(sent), status }, name)
        .toEqual({ taken: verdict.as.toLowerCase(), status: 202 });
    } else {
      // Blocked by the browser or refused by the server: never accepted.
      const outcome = sent === null ? 'kept back' : `${status} ${code}`;
      expect.soft(['kept back', `422 ${verdict.code}`], name).toContain(outcome);
    }
  }
});

test('no address is taken for another one when it is pasted into the field', async ({ page }) => {
  await openSoon(page);
  const judged = await judge(
    page,
    ADDRESS_CORPUS.map(([raw]) => raw),
    'paste',
  );
  for (const [at, [raw, verdict]] of ADDRESS_CORPUS.entries()) {
    const { sent, status } = judged[at] ?? { sent: null, status: null };
    // The field cuts a longer text.
    if (status !== 202 || raw.length > 512) continue;
    const name = JSON.stringify(raw.slice(0, 80));
    expect.soft(takenAs(sent), name).toBe('as' in verdict ? verdict.as.toLowerCase() : 'nothing');
  }
});

test('the connection is free again once the answer has come', async ({ page, address }) => {
  await openSoon(page);
  await subscribe(page, 'en', address);
  await expect(page.getByText(WORDS.en.success)).toBeVisible();
  // Well before the request's own timeout of 15 s.
  await page.waitForLoadState('networkidle', { timeout: 8_000 });
});

test('the field shows what is sent', async ({ page }) => {
  await openSoon(page);
  const field = page.getByLabel(WORDS.en.prompt);
  await field.fill('Ana Conceição <ana@exemplo.com>');
  await field.blur();
  await expect(field).toHaveValue('ana@exemplo.com');
});

/** The address that the server stores. */
function takenAs(sent: string | null): string | null {
  const parsed = parseAddress(sent ?? '');
  return parsed.ok ? parsed.key : null;
}

/** Enters every text, by script or by pasting, and asks the server about what would be sent. */
async function judge(page: Page, raws: string[], how: 'set' | 'paste'): Promise<Judged[]> {
  return page.evaluate(
    async ([texts, manner]) => {
      const field = document.querySelector<HTMLInputElement>('input[autocomplete=email]');
      const form = field?.form;
      if (!field || !form) throw new Error('no form');
      const judged: Judged[] = [];
      for (const raw of texts) {
        field.focus();
        if (manner === 'set') {
          field.value = raw;
          field.dispatchEvent(new Event('input', { bubbles: true }));
        } else {
          field.select();
          if (!document.execCommand('insertText', false, raw)) field.value = '';
        }
        field.dispatchEvent(new Event('change', { bubbles: true }));
        if (!form.checkValidity()) {
          judged.push({ raw, sent: null, status: null, code: null });
          continue;
        }
        const sent = String(new FormData(form).get('email')).trim();
        const response = await fetch('/api/subscribe', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
          body: JSON.stringify({ email: sent }),
        });
        const body = (await response.json()) as { problems?: { code: AddressCode }[] };
        judged.push({ raw, sent, status: response.status, code: body.problems?.[0]?.code ?? null });
      }
      return judged;
    },
    [raws, how] as const,
  );
}
