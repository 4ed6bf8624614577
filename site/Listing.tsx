import { FALLBACK_LANGUAGE, LANGUAGES, type Language } from '#contract/language.ts';
import { JsonScript } from './Json.tsx';
import { values } from './values.ts';

/** Metadata of a document for search engines and shared links. */
export type Listing = {
  /** Its path in each language that it has. */
  paths: Partial<Record<Language, string>>;
  /** Drawn by scripts/build/pictures.ts: for the Coming Soon page, or for the site. */
  picture: 'soon' | 'site';
  /** Only on the first page. */
  organization: boolean;
};

type Props = { language: Language; meta: { title: string; description: string }; listing: Listing };

/** The part of the head for search engines and shared links. */
export function ListingHead({ language, meta, listing }: Props) {
  const { paths, picture, organization } = listing;
  const { siteUrl, brand } = values;
  const languages = LANGUAGES.filter((lang) => paths[lang] !== undefined);
  const usual = languages.includes(FALLBACK_LANGUAGE) ? FALLBACK_LANGUAGE : language;
  const absolute = (lang: Language) => siteUrl + paths[lang];
  const facts = {
    'og:type': 'website',
    'og:site_name': brand.name,
    'og:title': meta.title,
    'og:description': meta.description,
    'og:url': absolute(language),
    'og:image': `${siteUrl}/share/${picture}-${language}.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:locale': language,
  };
  return (
    <>
      <link rel="canonical" href={absolute(language)} />
      {languages.map((lang) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={absolute(lang)} />
      ))}
      <link rel="alternate" hrefLang="x-default" href={absolute(usual)} />
      {Object.entries(facts).map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {languages
        .filter((lang) => lang !== language)
        .map((lang) => (
          <meta key={lang} property="og:locale:alternate" content={lang} />
        ))}
      <meta name="twitter:card" content="summary_large_image" />
      {organization && <JsonScript type="application/ld+json" data={organizationData(picture)} />}
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
