import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import type { Language } from '#contract/language.ts';
import { ROOT } from '#server/base/root.ts';

/** A pattern that our texts must not contain, and its replacement. */
type Slip = [wrong: RegExp, instead: string];

/** Documents and program output are English too, without contractions. */
const WRITTEN: Slip[] = [
  [/\be-mail/iu, 'email'],
  // Invented words for known things, and clauses that need a second reading.
  [/\bcrowds?\b/iu, 'burst'],
  [/\bsurroundings\b/iu, 'context'],
  [/\bbrakes?\b/iu, 'limit'],
  [/\b(?:whom|(?:of|to|for|by|as|from|with) who)\b/iu, 'a noun, or a sentence of its own'],
];

/** Habits of translated English, in documents, comments and names of tests. */
const HABITS: Slip[] = [
  [/\banew\b/iu, 'again'],
  [/\bonce more\b/iu, 'again'],
  [/\bfor ever\b/iu, 'forever'],
  [/\(faults?\b/iu, '(catches: …)'],
];

/** Terms that the glossary replaced (docs/glossary.md). */
const ENGLISH_TERMS: Slip[] = [
  [/\brehears/iu, 'launch check'],
  [/\brobot/iu, 'bot'],
  [/\bfor good\b/iu, 'permanently'],
  [/\bmend/iu, 'fix'],
  [/\bwhoever\b/iu, 'anyone who, or your server administrator'],
  [/\bcome in\b/iu, 'sign in'],
  [/\b(?:is|are|be|been|was|were) told\b/iu, 'emailed'],
  [/\bthe doctor\b/iu, 'health check'],
  [/\balarm(?!-)/iu, 'alert'],
  [/\b(?:ha(?:s|ve) left|leave the list)\b/iu, 'unsubscribed'],
  [/\bheld back\b/iu, 'on hold, or suspected spam'],
  [/\bdeeds?\b/iu, 'audit log'],
  [/\bput(?:s|ting)? back\b/iu, 'restore'],
  [/\bcop(?:y|ies|ied) elsewhere\b/iu, 'off-site copy'],
  [/\bshare picture/iu, 'social image'],
  [/\bbeside the subject\b/iu, 'preview text'],
  [/\bread aloud\b(?! to)/iu, 'screen reader'],
  [/\buser names?\b/iu, 'username'],
  [/\bvisitors in (?:English|Portuguese)\b/iu, 'English-speaking visitors'],
];

const ENGLISH: Slip[] = [
  ...WRITTEN,
  ...ENGLISH_TERMS,
  [/\p{L}'\p{L}/u, '’'],
  [/\b(?:do|does|did|is|are|was|were|has|have|had|will|would|could|should|can) ?not\b/iu, '…n’t'],
  [/\b(?:I|we|you|they) (?:am|are|will|have|would) (?!and\b)\p{L}/iu, 'a contraction such as we’ll'],
  [/\b(?:(?:it|that|there|here|what) is\b(?![.!?])|(?:it|that) will\b)/iu, 'a contraction such as it’s'],
  [/\b(?:January|February|March|April|May|June|July|August|\w+ember|October) \d/, '22 November 2026'],
  [/\b(?:colou?rful|color|center|favorite|canceled|gray)\b/iu, 'British spelling'],
  [/\b(?:recogni|organi|reali|personali|optimi|analy|customi)z/iu, 'British spelling'],
];

const PORTUGUESE: Slip[] = [
  [/\bensai/iu, 'verificação'],
  [/\bquem cuida\b/iu, 'quem gere o servidor'],
  [/\bcarta\b/iu, 'resumo semanal'],
  [/\balarme/iu, 'alerta'],
  [/\bde vez\b/iu, 'definitivamente'],
  [/\bacrescent/iu, 'adicionar'],
  [/\bdescart/iu, 'rejeitar'],
  [/\b(?:cópias?|copiad[oa]s?) (?:noutro|para outro) sítio\b/iu, 'cópia fora do servidor'],
  [/\blid[oa]s? em voz alta\b/iu, 'leitor de ecrã'],
  [/\b(?:servidor|fornecedor|conta) de correio\b/iu, '… de e-mail'],
  [/\bfrase-chave/iu, 'frase-passe'],
  [/\blink de entrada/iu, 'link de acesso'],
  [/\bemail/iu, 'e-mail'],
  [/["“”]/, '«»'],
  [/\bcontat/iu, 'contacto'],
  [/\barquiv/iu, 'ficheiro'],
  [/\btelas?\b/iu, 'ecrã'],
  [/\b(?:cadastr|inscrev|inscri[çt])/iu, 'subscrever, subscrição'],
  [/\b(?:voc[êe]s?|tua?s?|teus?|ti|contigo)(?!\p{L})/iu, 'the third person'],
  [/\busu[áa]ri/iu, 'utilizador'],
  [/\b(?:times?|equipes?)\b/iu, 'equipa'],
  [/\b(?:celular|mouse|aplicativo|senha|ônibus)/iu, 'the word used in Portugal'],
  [
    /\b(?:baix(?:ar|e)|delet(?!ed\b)|acess(?:ar|e)|salv(?:ar|e)|compartilh|gerenci|planej|registr|chec(?:ar|ou))/iu,
    'the verb used in Portugal',
  ],
  [/\bdispensar\b/iu, 'fechar'],
  [/\bops\b/iu, 'ups'],
  [/\bfatos?\b/iu, 'facto'],
  [/mudar de ideia\b/iu, 'mudar de ideias'],
  [/nova janela/iu, 'novo separador'],
  [/(?:ôni|êni|êmi|ômi|ôno|êne)[a-z]/iu, 'ó or é, as in eletrónico'],
  [
    /\b(?!quando|comando|mundo|fundo|segundo|vindo|incluindo|compreendo)\p{L}+(?:ando|endo|indo)\b/iu,
    'a + infinitive',
  ],
  [/\b(?!secç)\p{L}*(?:acç|ecç|actu|activ|project|óptim|exact|direct[oa])/iu, 'the spelling of 1990'],
];

const SPOKEN: Record<string, Slip[]> = { en: ENGLISH, pt: PORTUGUESE };

/** Placeholders, with the path of a link: `{{email}}`, `%BOOKS%`, `{{dashboardUrl}}/launch`. */
const PLACE = /\{\{?\w+\}?\}(?:\/[\w/#-]*)?|%[A-Z]+%/g;

/** Sentences given by the owner; they stay unchanged. */
const FIXED = ["Thank you! You've successfully subscribed."];

/** The slips in a text, one per line: `«contato»: contacto`. Returns none for a language without a list. */
export function slipsIn(text: string, language: Language): string[] {
  return slips(
    FIXED.reduce((rest, sentence) => rest.replaceAll(sentence, ''), text).replaceAll(PLACE, ''),
    SPOKEN[language] ?? [],
  );
}

function slips(text: string, list: Slip[]): string[] {
  return list.flatMap(([wrong, instead]) => {
    const found = text.match(new RegExp(`${wrong.source}\\p{L}*`, 'giu')) ?? [];
    return found.map((word) => `«${word}»: ${instead}`);
  });
}

/** The slips in our own words, one per line, with file and line. */
export function ourSlips(): string[] {
  const said = globSync('{site,dashboard,mails}/text/*/*.ts', { cwd: ROOT }).flatMap((file) => {
    const language = file.split(/[/\\]/)[2];
    const text = readFileSync(join(ROOT, file), 'utf8');
    return literalsOf(file, text).flatMap(({ words, at }) =>
      slipsIn(words, language as Language).map(
        (slip) => `${file}, line ${text.slice(0, at).split('\n').length}: ${slip}`,
      ),
    );
  });
  const written = globSync(WRITTEN_IN, { cwd: ROOT, exclude: WRITTEN_ELSEWHERE }).flatMap(writtenSlips);
  const habits = globSync(SOURCES, { cwd: ROOT, exclude: [PACKAGES] }).flatMap((file) =>
    habitsIn(file, readFileSync(join(ROOT, file), 'utf8')),
  );
  return [...said, ...written, ...habits];
}

const WRITTEN_IN = [
  '*.md',
  'docs/**/*.md',
  '.env.example',
  '{bench,cli,contract,dashboard,mails,publisher,server,site,ui}/**/!(*.test).{ts,tsx}',
];
const SOURCES =
  '{bench,cli,contract,dashboard,mails,publisher,scripts,server,site,test,ui}/**/*.{ts,tsx,css,mjs}';
const PACKAGES = 'bench/**/node_modules/**';
/** Not checked: words of pages and mails, what is in several languages, and packages of others. */
const WRITTEN_ELSEWHERE = [
  '{site,dashboard,mails}/text/**',
  'docs/glossary.md',
  'server/settings/test-mail.ts',
  PACKAGES,
];

/** Where a link or a picture leads. */
const LINK = /\]\([^)]*\)/g;

function writtenSlips(file: string): string[] {
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
  const list = file.endsWith('.md') ? [...WRITTEN, ...HABITS] : WRITTEN;
  const found = (line: string) =>
    file.endsWith('.pt.md') ? slipsIn(line.replaceAll(LINK, ''), 'pt') : slips(line, list);
  return lines.flatMap((line, at) => found(line).map((slip) => `${file}, line ${at + 1}: ${slip}`));
}

/** A comment, or the name of a test. */
const ASIDE = /(?<=^|\s)(?:\/\/.*|\/\*[^]*?\*\/)|\btest\w*(?:\.\w+)?\(\s*(['"`])(?:(?!\1)[^])*/gm;

/** The habits in the comments and test names of a source, each with the line where that begins. */
export function habitsIn(file: string, source: string): string[] {
  return [...source.matchAll(ASIDE)].flatMap(({ 0: aside, index }) =>
    slips(aside, HABITS).map((slip) => `${file}, line ${source.slice(0, index).split('\n').length}: ${slip}`),
  );
}

/** The string literals in a source, without its imports. */
export function literalsOf(file: string, source: string): { words: string; at: number }[] {
  const found: { words: string; at: number }[] = [];
  function visit(node: unknown): void {
    if (typeof node !== 'object' || node === null) return;
    const { type, start, value } = node as { type?: string; start?: number; value?: unknown };
    if (type === 'ImportDeclaration') return;
    // Of `… as const` and `… satisfies Text` the words are beside the type.
    if (type?.startsWith('TS')) return visit((node as { expression?: unknown }).expression);
    if (type === 'Literal' && typeof value === 'string') found.push({ words: value, at: start ?? 0 });
    if (type === 'TemplateElement')
      found.push({ words: (value as { cooked: string }).cooked, at: start ?? 0 });
    Object.values(node).forEach(visit);
  }
  visit(parseSync(file, source).program.body);
  return found;
}
