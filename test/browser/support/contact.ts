import type { Page } from '@playwright/test';
import { CONTACT_FIELDS, type ContactField, forEachField } from '#contract/contact.ts';
import { filled } from '#contract/words.ts';
import type { TestedLanguage as Language } from '#test/fixtures/languages.ts';
import { OWN_FACTS, siteConfigOf } from '#contract/content/own-facts.ts';
import { contact as contactEn, type ContactText } from '#site/text/en/contact.ts';
import { contact as contactPt } from '#site/text/pt/contact.ts';
import { page as en } from '#site/text/en/page.ts';
import { page as pt } from '#site/text/pt/page.ts';
import { hydrated } from './chunks.ts';
import type { SiteName } from './sites.ts';
import { exported, type Row } from './exported.ts';

export const CONTACT_API = '**/api/contact';

/** The texts of the contact page. */
export const CONTACT_WORDS = {
  en: wordsOf(contactEn, en.privacy.link),
  pt: wordsOf(contactPt, pt.privacy.link),
};

function wordsOf(contact: ContactText, privacy: string) {
  const { emailSuccess: sent, emailFailed: refused, emailError: unreachable } = contact;
  return {
    ...contact,
    note: `${filled(contact.note, siteConfigOf(OWN_FACTS).brand)} ${privacy}`,
    sent,
    refused,
    unreachable,
  };
}

export type Written = Record<ContactField, string>;

/** A complete form, as one person fills it in. */
export function written(address: string): Written {
  return {
    ...forEachField(() => ''),
    name: 'Ana Souza',
    company: 'Café & Filhos',
    email: address,
    phone: '+351 912 345 678',
    website: 'cafe.example',
    message: 'Good morning,\nwe open in May.',
  };
}

/** The field by its exact label. */
export function contactField(page: Page, field: ContactField, language: Language = 'en') {
  const words = CONTACT_WORDS[language];
  const name = field === 'website' ? `${words.website} ${words.optional}` : words[field];
  return page.getByRole('textbox', { name, exact: true });
}

export function submitButton(page: Page, language: Language = 'en') {
  return page.getByRole('button', { name: CONTACT_WORDS[language].submit });
}

/** The thanks that replace the form. */
export function lastingThanks(page: Page, language: Language = 'en') {
  return page.getByRole('paragraph').filter({ hasText: CONTACT_WORDS[language].thanks });
}

export async function openContact(page: Page, language: Language = 'en'): Promise<void> {
  await page.goto(`/contact?lang=${language}`);
  await hydrated(page);
}

export async function fillContact(page: Page, texts: Partial<Written>, language: Language = 'en') {
  for (const [field, text] of Object.entries(texts)) {
    await contactField(page, field as ContactField, language).fill(text);
  }
}

/** Opens the page, fills in the form and submits it. */
export async function sendContact(page: Page, texts: Partial<Written>, language: Language = 'en') {
  await openContact(page, language);
  await fillContact(page, texts, language);
  await submitButton(page, language).click();
}

/** The current values of the form. */
export async function standing(page: Page, language: Language = 'en'): Promise<Written> {
  const texts = CONTACT_FIELDS.map(async (field) => [
    field,
    await contactField(page, field, language).inputValue(),
  ]);
  return Object.fromEntries(await Promise.all(texts)) as Written;
}

/** The messages from one address, in the owner's export. */
export async function storedMessages(address: string, from: SiteName = 'live'): Promise<Row[]> {
  return (await exported('messages', from)).filter(({ email }) => email === address);
}
