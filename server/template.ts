import type { TemplatePart } from '#contract/owner/doctor.ts';
import type { Build } from './build.ts';

/** Where the owner changes it, and the text that pages contain while the template's is in use. */
type Own = readonly [file: string, key: string, says: string];

const SETTINGS = 'brand/site.config.ts';
const ABOUT = { en: 'brand/text/about.en.ts', pt: 'brand/text/about.pt.ts' };
const META = { en: 'brand/text/meta.en.ts', pt: 'brand/text/meta.pt.ts' };

/** All that names embreve, or speaks for it. A test compares it with our files. */
export const TEMPLATE: Record<TemplatePart, readonly Own[]> = {
  name: [[SETTINGS, 'brand.name', '<title>embreve: ']],
  profiles: [
    [SETTINGS, 'social.instagram', '"https://www.instagram.com/embreve"'],
    [SETTINGS, 'social.linkedin', '"https://www.linkedin.com/company/embreve"'],
  ],
  privacy: [[SETTINGS, 'legal.email', 'privacy@embreve.example']],
  sign: [
    [ABOUT.en, 'story', 'Our mark is the breve'],
    [ABOUT.pt, 'story', 'O nosso sinal é a breve'],
  ],
  description: [
    ['brand/text/en.ts', 'meta.description', '"A new site for branding and digital marketing is'],
    ['brand/text/pt.ts', 'meta.description', '"Um novo site de branding e marketing digital vem'],
    [META.en, 'home', '"We help companies say the right thing'],
    [META.en, 'services', '"Consulting, branding, marketing and social media: one'],
    [META.en, 'products', '"Two short e-books on SEO and ads'],
    [META.en, 'about', '"A small digital marketing and branding agency.'],
    [META.pt, 'home', '"Ajudamos empresas a dizer a coisa certa'],
    [META.pt, 'services', '"Consultoria, branding, marketing e redes sociais: um'],
    [META.pt, 'products', '"Dois e-books curtos sobre SEO e anúncios'],
    [META.pt, 'about', '"Uma pequena agência de marketing digital e branding.'],
  ],
  // As drawn by ui/Logo.tsx.
  mark: [
    ['brand/logo-on-dark.svg', '', 'M34 24A74 74 0 0 0 126 30'],
    ['brand/logo-on-light.svg', '', 'M34 24A74 74 0 0 0 126 30'],
  ],
};

const PARTS = Object.keys(TEMPLATE) as TemplatePart[];

/** The parts of these pages that are still the template's, each with `where` to change it. */
export function templateIn({
  files,
  manifest,
}: Pick<Build, 'files' | 'manifest'>): { part: TemplatePart; where: string }[] {
  const pages = manifest.documents
    .filter(({ state }) => state === 'idle' || state === 'privacy')
    .map(({ file }) => files.get(file)?.identity.toString() ?? '');
  return PARTS.flatMap((part) => {
    const kept = TEMPLATE[part].filter(([, , says]) => pages.some((page) => page.includes(says)));
    return kept.length === 0 ? [] : [{ part, where: whereOf(kept) }];
  });
}

/** `brand/site.config.ts (social.instagram, social.linkedin), brand/logo-on-dark.svg`. */
function whereOf(own: readonly Own[]): string {
  const files = [...new Set(own.map(([file]) => file))];
  const keysOf = (file: string) => own.flatMap(([one, key]) => (one === file && key !== '' ? [key] : []));
  return files
    .map((file) => (keysOf(file).length > 0 ? `${file} (${keysOf(file).join(', ')})` : file))
    .join(', ');
}
