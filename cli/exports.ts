import { SUBSCRIPTION_STATES } from '#contract/pages.ts';
import { INTERESTS } from '#contract/subscribe.ts';
import { countByKind } from '#server/list/count.ts';
import { exportConsentTexts, exportInterests, exportPeople, exportReceipts } from '#server/list/export.ts';
import { exportMessages } from '#server/messages/export.ts';
import { oneOf } from './command.ts';
import { exportCommand } from './export-command.ts';

export const subscribersExport = exportCommand({
  name: 'subscribers export',
  about: 'who is pending or confirmed, as CSV; those who have left, and suspected bots, only with --all',
  options: { state: 'STATE', all: 'flag' },
  table: ({ state, all = false }) => {
    const choice = { state: oneOf('--state', state, SUBSCRIPTION_STATES), all };
    return (query) => exportPeople(query, choice);
  },
  // Who takes the confirmed alone may wonder where the others are.
  remark: async ({ state }, query) => {
    const { pending } = await countByKind(query);
    return state !== 'confirmed' || pending === 0
      ? null
      : `Not in the list: ${pending} who have not confirmed yet (--state pending).`;
  },
});

export const interestsExport = exportCommand({
  name: 'interests export',
  about: 'who asked to be told about which book, as CSV; nobody who has left',
  options: { product: 'PRODUCT' },
  table: ({ product }) => {
    const wanted = oneOf('--product', product, INTERESTS);
    return (query) => exportInterests(query, wanted);
  },
});

export const consentTextsExport = exportCommand({
  name: 'consent-texts export',
  about: 'the words behind each consent version',
  table: () => exportConsentTexts,
});

export const receiptsExport = exportCommand({
  name: 'receipts export',
  about: 'every consent receipt: who agreed to what, when and where',
  table: () => exportReceipts,
});

export const messagesExport = exportCommand({
  name: 'messages export',
  about: 'what people wrote in the contact form; suspected bots only with --all',
  options: { all: 'flag' },
  table:
    ({ all = false }) =>
    (query) =>
      exportMessages(query, all),
});
