import type { ContactDetails, SiteConfig } from '#contract/site.ts';
import type { Content } from './content.ts';
import type { FactKey, Facts } from './facts.ts';
import { OWN_SITE } from './own-site.ts';

const { brand, legal } = OWN_SITE;

/** The program's own. */
export const OWN_FACTS: Facts = {
  'brand.name': brand.name,
  'brand.markAt': brand.markAt,
  'brand.ground': brand.ground,
  'brand.accent': null,
  'brand.logo': null,
  'social.instagram': null,
  'social.linkedin': null,
  'legal.entity': legal.entity,
  'legal.email': legal.email,
  'legal.formService': legal.formService,
  'legal.retentionMonths': legal.retentionMonths,
  'legal.complaintsBook': legal.complaintsBook,
  'contact.email': null,
  'contact.phone': null,
  'contact.address': null,
  'contact.reply': null,
  'contact.booking': null,
  'contact.whatsapp': null,
  people: [],
  caseStudy: null,
  'books.seo': null,
  'books.ads': null,
  'pictures.soon': null,
  'pictures.band': null,
  'pictures.about': null,
  'pictures.cover-seo': null,
  'pictures.cover-ads': null,
  'analytics.gaId': null,
  'analytics.gtmId': null,
  'analytics.scriptOrigins': [],
};

export function isFact(key: string): key is FactKey {
  return Object.hasOwn(OWN_FACTS, key);
}

/** The facts of a checked content. */
export function factsOf(content: Content): Facts {
  const given = Object.entries(content).filter(([key]) => isFact(key));
  return { ...OWN_FACTS, ...Object.fromEntries(given) };
}

/** The facts as pages and mails take them. The program's own profiles stand under its own name alone. */
export function siteConfigOf(facts: Facts): SiteConfig {
  const own = facts['brand.name'] === brand.name ? OWN_SITE.social : NO_PROFILES;
  return {
    brand: {
      name: facts['brand.name'],
      markAt: facts['brand.markAt'],
      ground: facts['brand.ground'],
      ...(facts['brand.logo'] !== null && { hasLogo: true }),
    },
    social: {
      instagram: facts['social.instagram'] ?? own.instagram,
      linkedin: facts['social.linkedin'] ?? own.linkedin,
    },
    legal: {
      entity: facts['legal.entity'],
      email: facts['legal.email'],
      formService: facts['legal.formService'],
      retentionMonths: facts['legal.retentionMonths'],
      complaintsBook: facts['legal.complaintsBook'],
    },
  };
}

const NO_PROFILES: SiteConfig['social'] = { instagram: null, linkedin: null };

/** Null: none is given. */
export function contactOf(facts: Facts): ContactDetails | null {
  const contact: ContactDetails = {
    email: facts['contact.email'],
    phone: facts['contact.phone'],
    address: facts['contact.address'],
    reply: facts['contact.reply'],
    booking: facts['contact.booking'],
    whatsapp: facts['contact.whatsapp'],
  };
  return Object.values(contact).every((fact) => fact === null) ? null : contact;
}
