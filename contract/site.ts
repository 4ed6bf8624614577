import type { BookOffer } from './books.ts';
import type { OptionalField } from './contact.ts';
import type { Language } from './language.ts';
import type { Interest } from './subscribe.ts';

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
  /** Https URLs; null: no link. */
  social: { instagram: string | null; linkedin: string | null };
  legal: {
    entity: string;
    email: string;
    /** Null: the collector. */
    formService: string | null;
    retentionMonths: number;
    /** Https URL; null: no link. */
    complaintsBook: string | null;
  };
};

/** One text for each language. */
type InEach = Record<Language, string>;

export type ContactDetails = {
  email: string | null;
  /** With country code: `+351 210 000 000`. */
  phone: string | null;
  /** Line by line. */
  address: string[] | null;
  /** A sentence that says how soon a message is answered. */
  reply: InEach | null;
  /** Https URL of the booking page. */
  booking: string | null;
  /** The number, with country code. */
  whatsapp: string | null;
};

/** A picture on the pages; `avif` and `webp` are values of `srcset`. */
export type PhotoFiles = { avif: string; webp: string; src: string; width: number; height: number };

export type ShownPerson = { name: string; role: InEach; portrait: PhotoFiles | null };

/** A case study in three steps. `client`: as they may be named. `alt`: what the picture shows; null: decoration. */
export type ShownCase = Record<'client' | 'before' | 'decision' | 'after', InEach> & {
  picture: { photo: PhotoFiles; alt: InEach | null } | null;
};

/** Verifiable facts about the agency with their pictures; null for what is missing, which no page shows. */
export type ShownEvidence = {
  people: ShownPerson[] | null;
  caseStudy: ShownCase | null;
  contact: ContactDetails | null;
};

/** Words in each language by the part of the site, with the keys of its own words; only those that differ. */
export type OwnWords = Partial<Record<Language, Partial<Record<string, object>>>>;

/** The collector's own address for sign-ups. */
export const OWN_ENDPOINT = '/api/subscribe';

/** Settings of the server that stand in pages. */
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

/** All that the pages of one site are told about it when they are rendered. */
export type SiteValues = SiteConfig &
  SiteSettings &
  ShownEvidence & {
    /** The books that are out; null: none is. */
    offer: BookOffer | null;
    /** Addresses of the owner's covers; null: all are ours. */
    covers: Partial<Record<Interest, string>> | null;
    /** What the owner says in other words. */
    words: OwnWords;
  };

/** Removes doubled full stops: a name may end with its own, as in `Maré Alta, Lda.` */
export function withOneStop(words: string): string {
  return words.replaceAll(/(?<!\.)\.\.(?!\.)/g, '.');
}
