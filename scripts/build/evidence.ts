import { LANGUAGES } from '#contract/language.ts';
import type { Evidence } from '#contract/site.ts';
import { fileProblem, isAddress, isHttps, isLine, isRecord, type FileRule } from './values.ts';

/** Returns the problems of a value, one per line. */
type Check = (place: string, value: unknown) => string[];

export const NO_EVIDENCE: Evidence = {
  people: [],
  caseStudy: null,
  contact: { email: null, phone: null, address: null, reply: null, booking: null, whatsapp: null },
};

const PICTURE: FileRule = {
  megabytes: 20,
  kinds: 'a picture as JPEG, PNG, WebP or AVIF',
  isKind: (head) => /^(?:\xff\xd8\xff|\x89PNG|RIFF.{4}WEBP|.{4}ftypavif)/s.test(head),
};
const NUMBER = 'a number with the code of its country, like +351 210 000 000, or null';

const must =
  (wanted: string, isRight: (value: unknown) => boolean): Check =>
  (place, value) =>
    isRight(value) ? [] : [problem(place, wanted, value)];
const line = (longest: number) =>
  must(`one line of 1 to ${longest} characters`, (value) => isLine(value, longest));
const orLeftOut =
  (check: Check): Check =>
  (place, value) =>
    value === undefined ? [] : check(place, value);
const orNull =
  (check: Check): Check =>
  (place, value) =>
    value === null ? [] : check(place, value);

/** A text in each language of the site. */
const inEach = (longest: number) =>
  members(Object.fromEntries(LANGUAGES.map((language) => [language, line(longest)])));

const picture: Check = (place, value) => {
  const wanted = fileProblem(value, PICTURE);
  return wanted === null ? [] : [problem(place, wanted, value)];
};

const person = members({ name: line(60), role: inEach(80), portrait: orLeftOut(picture) });

const caseStudy = members({
  client: inEach(80),
  before: inEach(300),
  decision: inEach(300),
  after: inEach(300),
  picture: orLeftOut(members({ file: picture, alt: inEach(150) })),
});

const contact = members({
  email: orNull(must('an email address that somebody reads, or null', isAddress)),
  phone: orNull(must(NUMBER, isNumber)),
  address: orNull(must("one to five lines like ['Rua do Sol 1', '1000-001 Lisboa'], or null", isPostal)),
  reply: orNull(inEach(120)),
  booking: orNull(must('the https address of the page where a talk is booked, or null', isHttps)),
  whatsapp: orNull(must(NUMBER, isNumber)),
});

/** The problems of `people`, `caseStudy` and `contact`, one per line. Reads the pictures. */
export function evidenceProblems(evidence: Evidence): string[] {
  const people: unknown = evidence.people;
  return [
    ...(Array.isArray(people)
      ? people.flatMap((one, at) => person(`people[${at}]`, one))
      : [problem('people', 'a list between [ and ]', people)]),
    ...orNull(caseStudy)('caseStudy', evidence.caseStudy),
    ...contact('contact', evidence.contact),
  ];
}

function members(checks: Record<string, Check>): Check {
  const names = Object.keys(checks).join(', ');
  return (place, value) => {
    if (!isRecord(value)) return [problem(place, `${names} between { and }`, value)];
    const strangers = Object.keys(value).filter((key) => !Object.hasOwn(checks, key));
    return [
      ...strangers.map((key) => `${place}.${key} must be left out: there are ${names}`),
      ...Object.entries(checks).flatMap(([key, check]) => check(`${place}.${key}`, value[key])),
    ];
  };
}

function problem(place: string, wanted: string, value: unknown): string {
  return value === undefined
    ? `${place} is missing: it must be ${wanted}`
    : `${place} must be ${wanted}, not ${JSON.stringify(value)}`;
}

/** In the form that WhatsApp and phones dial (E.164): up to 15 digits. */
function isNumber(value: unknown): boolean {
  return typeof value === 'string' && /^\+[1-9]\d*(?: \d+)*$/.test(value) && /^(?:\D*\d){8,15}$/.test(value);
}

function isPostal(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length >= 1 && value.length <= 5 && value.every((one) => isLine(one, 80))
  );
}
