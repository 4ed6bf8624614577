import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#contract/language.ts';
import { site } from '#site.config';
import { SITE_URL } from './settings.ts';

/** Metadata of a document for search engines and shared links. */
export type Listing = {
  /** Its path in each language. */
  paths: Record<Language, string>;
  /** Drawn by scripts/build/pictures.ts: for the Coming Soon page, or for the site. */
  picture: 'soon' | 'site';
  /** Only on the first page. */
  organization: boolean;
};

type Props = { language: Language; meta: { title: string; description: string }; listing: Listing };

/** The part of the head for search engines and shared links. */
export function ListingHead({ language, meta, listing }: Props) {
  const { paths, picture, organization } = listing;
  const absolute = (lang: Language) => SITE_URL + paths[lang];
  const { name } = site.brand;
  const facts = {
    'og:type': 'website',
    'og:site_name': name,
    'og:title': meta.title,
    'og:description': meta.description,
    'og:url': absolute(language),
    'og:image': `${SITE_URL}/share/${picture}-${language}.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:locale': language,
  };
  return (
    <>
      <link rel="canonical" href={absolute(language)} />
      {LANGUAGES.map((lang) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={absolute(lang)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={absolute(FALLBACK_LANGUAGE)} />
      {Object.entries(facts).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {LANGUAGES.filter((lang) => lang !== language).map((lang) => (
        <meta key={lang} property="og:locale:alternate" content={lang} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {organization && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: JSON.stringify(ORGANIZATION).replaceAll('<', '\\u003c') }}
        />
      )}
    </>
  );
}

const CONTACT = import.meta.env.CONTACT;

/** https://developers.google.com/search/docs/appearance/structured-data/organization */
const ORGANIZATION = {
  '@context': 'https://schema.org',
  '@type': 'Organization',
  name: site.brand.name,
  url: `${SITE_URL}/`,
  logo: `${SITE_URL}/icon-512.png`,
  sameAs: Object.values(site.social),
  ...(CONTACT !== null && {
    email: CONTACT.email ?? undefined,
    telephone: CONTACT.phone ?? undefined,
    address: CONTACT.address?.join(', '),
  }),
};
