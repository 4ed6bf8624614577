import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { BuiltBook } from '#contract/books.ts';
import { LANGUAGES, type Language } from '#contract/language.ts';
import { MAILS } from '#contract/mails.ts';
import {
  DOCUMENT_STATES,
  isTokenState,
  PLACEHOLDERS,
  SOON_STATES,
  STAGES,
  type DocumentName,
  type PageDocument,
  type SiteDocument,
  type SiteManifest,
} from '#contract/pages.ts';

/**
 * For tests: a folder as a build leaves it, with one small document for each state and language. `books`: those that are
 * handed out, none unless told otherwise; each of their files holds its own name.
 */
export function writeFixtureBuild(books: BuiltBook[] = []): { dist: string; remove(): void } {
  const dist = mkdtempSync(join(tmpdir(), 'embreve-dist-'));
  function write(path: string, content: string): void {
    const file = join(dist, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (content.length < 100) return;
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content));
  }
  const documents: SiteDocument[] = [];
  const expired = books.length === 0 ? [] : (['book-expired'] as const);
  for (const state of [...SOON_STATES, ...expired]) {
    for (const language of LANGUAGES) {
      const file = `.build/pages/soon.${state}.${language}.html`;
      documents.push({
        page: 'soon',
        state,
        language,
        file,
        policy: `default-src 'self'; report-to ${state}`,
      });
      const places = isTokenState(state) ? PLACEHOLDERS.map((name) => `${name}=%${name}%;`).join('') : '';
      const others = LANGUAGES.filter((one) => one !== language)
        .map((one) => `<template lang="${one}" title="${state} ${one}">${places}</template>`)
        .join('');
      const text = places + `${state} in ${language}. `.repeat(400) + others;
      write(
        file,
        `<!doctype html><html lang="${language}"><title>${state} ${language}</title>${text}</html>\n`,
      );
    }
  }
  const pages: PageDocument[] = [];
  for (const page of Object.keys(DOCUMENT_STATES) as DocumentName[]) {
    for (const state of DOCUMENT_STATES[page]) {
      if (state === 'subscribed-book' && books.length === 0) continue;
      for (const language of LANGUAGES) {
        const file = `.build/pages/${page}.${state}.${language}.html`;
        pages.push({
          page,
          state,
          language,
          file,
          policy: `default-src 'self'; img-src https://www.googletagmanager.com; report-to ${page}`,
        });
        write(
          file,
          `<!doctype html><html lang="${language}"><title>${page} ${state} ${language}</title></html>\n`,
        );
      }
    }
  }
  for (const stage of STAGES)
    write(`.build/pages/sitemap.${stage}.xml`, `<urlset><!-- ${stage} --></urlset>\n`);
  write('static/js/app.0a1b2c3d.chunk.js', `/* ${'a'.repeat(4000)} */\n`);
  write('static/logo.11223344.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
  for (const file of ['404.html', 'index.html', 'soon/index.html', '_headers', '_redirects', 'vercel.json'])
    write(file, 'For static hosts alone\n');
  write('sitemap.xml', '<urlset><!-- for static hosts alone --></urlset>\n');
  write('robots.txt', 'User-agent: *\nAllow: /\n');
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>\n');
  write('.well-known/security.txt', 'Contact: mailto:security@example.com\n');
  const consentTexts = LANGUAGES.map((language) => ({
    version: 'v1fixture',
    language,
    text: `Consent ${language}`,
  }));
  write(
    '.build/manifest.json',
    JSON.stringify({
      documents,
      pages,
      consentTexts,
      words: WORDS,
      books,
      retentionMonths: 12,
    } satisfies SiteManifest),
  );
  for (const { file } of books.flatMap(({ files }) => Object.values(files))) write(file, file);
  write('.build/mails.json', JSON.stringify(fixtureMails()));
  return { dist, remove: () => rmSync(dist, { recursive: true }) };
}

function inEach<V>(value: V): Record<Language, V> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, value])) as Record<Language, V>;
}

const STATES = { pending: 'waiting', confirmed: 'on the list', unsubscribed: 'left', suppressed: 'never' };
const ENGLISH = {
  states: STATES,
  languages: { ...inEach('another'), en: 'English', pt: 'Portuguese' },
  books: { seo: 'SEO: Be found', ads: 'Ads: Be seen' },
  also: 'Also asked for: %BOOKS%.',
  book: '“%BOOK%”',
};
const WORDS = {
  ...inEach(ENGLISH),
  pt: {
    ...ENGLISH,
    books: { seo: 'SEO: Ser encontrado', ads: 'Anúncios: Ser visto' },
    also: 'Também pediu: %BOOKS%.',
    book: '«%BOOK%»',
  },
};

/** Each value on a line of its own, after its name. */
function fixtureMails(): unknown {
  const mails = Object.entries(MAILS).map(([name, values]) => {
    const lines = values.map((value) => `${value}: {{${value}}}`);
    const versions = LANGUAGES.map((language) => {
      const html = `<html lang="${language}"><p>${lines.join('</p><p>')}</p></html>`;
      return [language, { subject: `${name} in ${language}`, html, text: `${lines.join('\n')}\n` }];
    });
    return [name, Object.fromEntries(versions)];
  });
  return Object.fromEntries(mails);
}
