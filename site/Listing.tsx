import type { Size } from '#contract/content/pictures.ts';
import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#contract/language.ts';
import { addressIn, FEED_PATH, PATHS } from '#contract/pages.ts';
import { JsonScript } from './Json.tsx';
import { servicesIn } from './services/texts.ts';
import { values } from './values.ts';

/** Metadata of a document for search engines and shared links. */
export type Listing = {
  /** Its path in each language that it has. */
  paths: Partial<Record<Language, string>>;
  /** Drawn by scripts/build/pictures.ts: for the Coming Soon page, or for the site. */
  picture: 'soon' | 'site';
  /** Shown with shared links instead. */
  card?: Card;
  /** What its structured data is about; null: it has none. */
  about: 'organization' | 'services' | null;
  /** Whether it leads to the feed of newsletters. */
  feed?: boolean;
};

/** A picture of the site. */
type Card = Size & { path: string };

type Props = { language: Language; meta: { title: string; description: string }; listing: Listing };

/** The part of the head for search engines and shared links. */
export function ListingHead({ language, meta, listing }: Props) {
  const { paths, picture, about, feed } = listing;
  const card = listing.card ?? { path: `/share/${picture}-${language}.jpg`, width: 1200, height: 630 };
  const { siteUrl, brand } = values;
  const languages = LANGUAGES.filter((lang) => paths[lang] !== undefined);
  const usual =
    [FALLBACK_LANGUAGE, language, ...languages].find((lang) => languages.includes(lang)) ?? language;
  // In another language it is the same, with other words around it.
  const own = languages.includes(language) ? language : usual;
  const absolute = (lang: Language) => siteUrl + paths[lang];
  const facts = {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:title': meta.title,
    'og:description': meta.description,
    'og:url': absolute(own),
    'og:image': siteUrl + card.path,
    'og:image:width': String(card.width),
    'og:image:height': String(card.height),
    'og:locale': language,
  };
  return (
    <>
      <link rel="canonical" href={absolute(own)} />
      {languages.map((lang) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={absolute(lang)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={absolute(usual)} />
      {feed && <link rel="alternate" type="application/atom+xml" href={`${FEED_PATH}?lang=${language}`} />}
      {Object.entries(facts).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {languages
        .filter((lang) => lang !== language)
        .map((lang) => (
          <meta key={lang} property="og:locale:alternate" content={lang} />
        ))}
      <meta name="twitter:card" content="summary_large_image" />
      {about !== null && (
        <JsonScript
          type="application/ld+json"
          data={about === 'services' ? servicesData(language) : organizationData(picture)}
        />
      )}
    </>
  );
}

/** https://developers.google.com/search/docs/appearance/structured-data/organization */
function organizationData(picture: Listing['picture']) {
  const { siteUrl, brand, profiles } = values;
  // A page names nothing to machines that its readers don’t see.
  const contact = picture === 'soon' ? null : values.contact;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
    sameAs: profiles.map(({ href }) => href),
    ...(contact !== null && {
      email: contact.email ?? undefined,
      telephone: contact.phone ?? undefined,
      address: contact.address?.join(', '),
    }),
  };
}

/** https://schema.org/makesOffer */
function servicesData(language: Language) {
  const { siteUrl, brand } = values;
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: brand.name,
    url: `${siteUrl}/`,
    makesOffer: servicesIn(language).map(({ name, text, chapter }) => ({
      '@type': 'Offer',
      itemOffered: {
        '@type': 'Service',
        name,
        description: text,
        url: `${siteUrl}${addressIn(PATHS.services, language)}#${chapter}`,
      },
    })),
  };
}
