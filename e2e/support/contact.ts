import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import type { ContactField } from '#contract/contact.ts';
import type { Language } from '#contract/language.ts';
import { ROOT } from '../../scripts/build/root.ts';
import { hydrated } from './chunks.ts';
import { dataDirOf } from './sites.ts';

export const CONTACT_API = '**/api/contact';

/** What a visitor reads on the contact page, written down again: the page is held to it. */
export const CONTACT_WORDS = {
  en: {
    title: 'Say it briefly.',
    name: 'Name',
    company: 'Company',
    email: 'Email',
    phone: 'Phone',
    website: 'Website (optional)',
    message: 'Message',
    note: 'keeps your message only to answer you. It puts you on no list. Privacy',
    submit: 'Send message',
    required: 'Please fill in all required fields.',
    invalidEmail: 'Please enter a valid email address.',
    invalidPhone: 'Please enter a valid phone number.',
    sent: 'Email successfully sent!',
    refused: 'Failed to send email. Please try again.',
    unreachable: 'There was an error sending the email. Please try again.',
    dismiss: 'Dismiss',
    goBack: 'Go back one page: what you wrote is still there.',
  },
  pt: {
    title: 'Diga em poucas palavras.',
    name: 'Nome',
    company: 'Empresa',
    email: 'E-mail',
    phone: 'Telefone',
    website: 'Site (opcional)',
    message: 'Mensagem',
    note: 'guarda a sua mensagem só para lhe responder. Não entra em lista nenhuma. Privacidade',
    submit: 'Enviar mensagem',
    required: 'Preencha todos os campos obrigatórios.',
    invalidEmail: 'Indique um endereço de e-mail válido.',
    invalidPhone: 'Indique um número de telefone válido.',
    sent: 'E-mail enviado com sucesso!',
    refused: 'Não foi possível enviar o e-mail. Tente novamente.',
    unreachable: 'Houve um erro no envio do e-mail. Tente novamente.',
    dismiss: 'Dispensar',
    goBack: 'Volte à página anterior: o que escreveu continua lá.',
  },
} as const satisfies Record<Language, Record<string, string>>;

export type Written = Record<ContactField, string>;

/** A whole form, as one person fills it in. */
export function written(address: string): Written {
  return {
    name: 'Ana Souza',
    company: 'Café & Filhos',
    email: address,
    phone: '+351 912 345 678',
    website: 'cafe.example',
    message: 'Good morning,\nwe open in May.',
  };
}

/** The field by its label, whole, as a person finds it. */
export function contactField(page: Page, field: ContactField, language: Language = 'en') {
  return page.getByRole('textbox', { name: CONTACT_WORDS[language][field], exact: true });
}

export function submitButton(page: Page, language: Language = 'en') {
  return page.getByRole('button', { name: CONTACT_WORDS[language].submit });
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

/** Opens the page, fills the form in and presses its button. */
export async function sendContact(page: Page, texts: Partial<Written>, language: Language = 'en') {
  await openContact(page, language);
  await fillContact(page, texts, language);
  await submitButton(page, language).click();
}

/** What stands in the form now. */
export async function standing(page: Page, language: Language = 'en'): Promise<Written> {
  const fields = ['name', 'company', 'email', 'phone', 'website', 'message'] as const;
  const texts = fields.map(async (field) => [field, await contactField(page, field, language).inputValue()]);
  return Object.fromEntries(await Promise.all(texts)) as Written;
}

/** What the owner's export says about the messages from one address to the open site. Read while the server runs. */
export async function storedMessages(address: string): Promise<Record<string, string>[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'cli/main.ts'), 'messages', 'export', '--json'],
    { env: { ...process.env, DATA_DIR: dataDirOf('live') } },
  );
  const lines = stdout.split('\n').filter((line) => line !== '');
  const rows = lines.map((line) => JSON.parse(line) as Record<string, string>);
  return rows.filter(({ email }) => email === address);
}
