import type { BookOffer, ShownBook } from './books.ts';
import type { OptionalField } from './contact.ts';
import type { BookPlace } from './content/limits.ts';
import type { FactsBelow, Hideable } from './content/facts.ts';
import type { CaseShape } from './content/pictures.ts';
import type { ToldCase } from './documents.ts';
import { LANGUAGES, type Language } from './language.ts';
import type { Frequency } from './newsletter.ts';

/** A profile on a social network. `icon`: lines on a grid of 24 units. */
export type Profile = { network: string; href: string; icon: string };

/** Who the site is about. */
export type SiteConfig = {
  brand: {
    name: string;
    /** Position (from 0) of the letter that carries the breve; null puts the mark before the name. */
    markAt: number | null;
    /** `#rrggbb`. */
    ground: string;
    /** Whether files of a logo take the place of the drawn name. Worked out, never written by hand. */
    hasLogo?: boolean;
  };
  profiles: Profile[];
  /** Which services are shown, by their place in the text, in this order. */
  services: number[];
  /** Which books are shown, in this order. */
  books: ShownBook[];
  legal: FactsBelow<'legal'>;
  /** At most so many letters a month; null: there is no newsletter. */
  newsletter: Frequency | null;
};

/** Of covers, by the place of their book. */
export type ByPlace = Partial<Record<BookPlace, string>>;

/** One text for each language. */
type InEach = Record<Language, string>;

/** Other ways than the form; null where one is not given. */
export type ContactDetails = FactsBelow<'contact'>;

/** A picture on the pages; `avif` and `webp` are values of `srcset`. */
export type PhotoFiles = { avif: string; webp: string; src: string; width: number; height: number };

export type ShownPerson = {
  name: string;
  role: InEach;
  /** Shown of a person alone; '' where it is not written. */
  says?: InEach;
  portrait: PhotoFiles | null;
};

/** A picture of a case. `avif`: values of `srcset` by shape; `alt`: what it shows; null: decoration. */
export type CasePicture = {
  avif: Partial<Record<CaseShape, string>>;
  src: string;
  alt: InEach | null;
};

/** A case among others. Its words are '' where it is not told. */
export type ShownCase = Record<'client' | 'line', InEach> & { slug: string; picture: CasePicture | null };

/** What its own page says, too. `services`: by their place in the text. */
export type CaseStory = Record<'asked' | 'done' | 'since' | 'quote' | 'by', InEach> & {
  services: number[];
  pictures: CasePicture[];
};

/** Verifiable facts about the agency with their pictures; null for what is missing, which no page shows. */
export type ShownEvidence = {
  people: ShownPerson[] | null;
  cases: ShownCase[];
  /** By slug. A page in the browser has those that it shows. */
  stories: Record<string, CaseStory>;
  contact: ContactDetails | null;
};

/** Words in each language by the part of the site, with the keys of its own words; only those that differ. */
export type OwnWords = Partial<Record<Language, Partial<Record<string, object>>>>;

/** The collector's own address for sign-ups. */
export const OWN_ENDPOINT = '/api/subscribe';

/** Settings of the server that are in pages. */
export type SiteSettings = {
  /** Without a slash at its end. */
  siteUrl: string;
  /** A path of this server, or the address of a foreign form service. */
  subscribeEndpoint: string;
  gaId: string | null;
  gtmId: string | null;
  doubleOptIn: boolean;
  /** What the contact form lets be left empty. */
  optionalFields: OptionalField[];
};

/** All that the pages of one site get to know of it when they are rendered. */
export type SiteValues = SiteConfig &
  SiteSettings &
  ShownEvidence & {
    /** The books that are out; null: none is. */
    offer: BookOffer | null;
    /** Addresses of the owner's covers; null: all are ours. */
    covers: ByPlace | null;
    hidden: readonly Hideable[];
    /** Whether what is hidden is marked instead of left out: in the preview beside the editor. */
    marksHidden: boolean;
    /** Addresses of our drawings in the accent of the owner; null: they are in ours. */
    drawings: ByPlace | null;
    /** What the owner says in other words. */
    words: OwnWords;
  };

/** The cases that have a page; none while the work is hidden. */
export function toldCases({ cases, hidden }: Pick<SiteValues, 'cases' | 'hidden'>): ToldCase[] {
  if (hidden.includes('home.case')) return [];
  return cases.map(({ slug, client }) => ({
    slug,
    languages: LANGUAGES.filter((language) => client[language] !== ''),
  }));
}

/** Removes doubled full stops: a name may end with its own, as in `Maré Alta, Lda.` */
export function withOneStop(words: string): string {
  return words.replaceAll(/(?<!\.)\.\.(?!\.)/g, '.');
}
