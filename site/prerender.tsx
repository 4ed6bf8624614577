import './styles.ts';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { languagesOf, type ShownDocument } from '#contract/documents.ts';
import { filled } from '#contract/words.ts';
import { inEach, type Language, LANGUAGES } from '#contract/language.ts';
import {
  addressIn,
  caseAddress,
  isHydratedState,
  letterAddress,
  NEWSLETTER_PATH,
  PATHS,
  type DocumentName,
  type FormPage,
  type HydratedState,
  type InnerPage,
  type NewsletterState,
} from '#contract/pages.ts';
import type { ManifestWords } from '#contract/documents.ts';
import About from './about/About.tsx';
import { App } from './App.tsx';
import Contact from './contact/Contact.tsx';
import { contactTexts } from './contact/texts.ts';
import { Document, type Assets, type DocumentProps } from './document.tsx';
import Home from './home/Home.tsx';
import { homeTexts } from './home/texts.ts';
import { LanguageProvider } from './language/LanguageProvider.tsx';
import { SubscribeForm } from './subscribe/SubscribeForm.tsx';
import { texts } from './text/texts.ts';
import { parts } from './text/wording.ts';
import type { Listing } from './Listing.tsx';
import { pictureAddress, type Feed } from '#contract/shown-letter.ts';
import Missing from './missing/Missing.tsx';
import { Letter } from './newsletter/Letter.tsx';
import { letterOf, letters, spokenIn } from './newsletter/letters.ts';
import { LetterPicture } from './newsletter/LetterPicture.tsx';
import { LetterText } from './newsletter/LetterText.tsx';
import { Newsletter } from './newsletter/Newsletter.tsx';
import { besideForm, newsletterTexts } from './newsletter/texts.ts';
import { noticeIn } from './privacy/PrivacyNotice.tsx';
import { PrivacyPage } from './privacy/PrivacyPage.tsx';
import { wordsFor } from './products/offer.ts';
import Products from './products/Products.tsx';
import { navbarTexts } from './navbar/texts.ts';
import { booksIn, productsTexts } from './products/texts.ts';
import Services from './services/Services.tsx';
import { InnerApp, NOWHERE } from './shell/InnerApp.tsx';
import { pageMeta } from './shell/page-meta.ts';
import type { PageComponent, Pages } from './shell/pages.ts';
import { OutcomePage } from './subscription/OutcomePage.tsx';
import { askedWords } from './subscription/news.ts';
import { subscriptionTexts } from './subscription/texts.ts';
import { TokenPage } from './subscription/TokenPage.tsx';
import type { ProductsText } from './text/en/products.ts';
import { values, valuesForBrowser } from './values.ts';
import CasePage from './work/CasePage.tsx';
import { loneCases } from './work/cases.ts';

/** Says what all that is rendered from here on shows. */
export { setLetters } from './newsletter/letters.ts';
export { setValues } from './values.ts';

/** Versions of the consent text of one page, and of all pages with a form. */
type Consent = Record<Language, string>;
type Consents = Record<FormPage, Consent>;
type LetterShown = Extract<ShownDocument, { page: 'letter' }>;
/** The states of `/soon`. */
type SoonShown = Extract<ShownDocument, { page: 'soon' }>['state'];

/** Our words of every part, as typed: what an owner may say otherwise. */
export function ownWords(): Record<Language, Record<string, object>> {
  return inEach((language) => Object.fromEntries([...parts].map(([part, words]) => [part, words[language]])));
}

/**
 * Exactly what a visitor reads and agrees to by sending a page's form: prompt, note and the whole notice.
 */
export function consentText(page: FormPage, language: Language): string {
  const { soon, privacy } = texts[language];
  const beside = {
    soon: [soon.subscribeMessage, privacy.note],
    products: besideBooks(language),
    contact: [filled(contactTexts[language].note, values.brand)],
    newsletter: Object.values(besideForm(language)),
    // The address is each person's own.
    news: Object.values(askedWords(language)).map((words) => words.replace('%ADDRESS%', '…')),
  };
  const notice = noticeIn(language).map(([term, words]) => `${term}: ${words}`);
  return [...beside[page], ...notice].join('\n');
}

/** If any book is available, the words of each one. */
function besideBooks(language: Language): string[] {
  const beside = ({ notify, note }: ProductsText) => [notify, filled(note, values.brand)];
  const first = productsTexts[language];
  if (booksIn(language).length === 0) return beside({ ...first, note: first.firstNote });
  if (values.offer === null) return beside(first);
  return booksIn(language).flatMap(({ id, name }) => [`${name}:`, ...beside(wordsFor(id, language))]);
}

/** Words that the server fills into pages and mails. `books`: their titles, also for download names. */
export function manifestWords(language: Language): ManifestWords {
  const { states, languages, confirm, me, news, draft, announcement, pauses } = subscriptionTexts[language];
  // A book may have a name in another language alone.
  const titles = [...LANGUAGES.toReversed(), language].flatMap((one) =>
    booksIn(one).map(({ id, name, subtitle }) => [id, subtitle === '' ? name : `${name}: ${subtitle}`]),
  );
  const books = Object.fromEntries(titles) as ManifestWords['books'];
  const { preview } = navbarTexts[language];
  const once = { confirm: confirm.once, me: me.once, news: news.once };
  return {
    preview,
    draft,
    once,
    states,
    languages,
    books,
    asked: confirm.asked,
    things: confirm.things,
    book: confirm.book,
    announcement,
    pauses,
  };
}

/** The words in the picture of a shared link. */
export function pictureTitle(picture: Listing['picture'], language: Language): string {
  return picture === 'soon' ? texts[language].soon.title : homeTexts[language].title;
}

/** One whole document as HTML. `consents`: the versions of `consentText`. */
export function renderDocument(
  shown: ShownDocument,
  language: Language,
  assets: Assets,
  consents: Consents,
): string {
  return render({ ...propsOf(shown, assets.styles, consents), language, assets });
}

function propsOf(shown: ShownDocument, styles: string | undefined, consents: Consents): Props {
  if (shown.page === 'soon') return soonProps(shown.state, consents);
  if (shown.page === 'newsletter') return newsletterProps(shown.state, consents);
  if (shown.page === 'letter') return letterProps(shown, consents);
  return pageProps(shown, styles, consents);
}

/** What differs between documents. */
type Props = Omit<DocumentProps, 'language' | 'assets'>;

function soonProps(state: SoonShown, { soon: consent, news }: Consents): Props {
  const live = isHydratedState(state);
  return {
    meta: inEach((lang) => ({ title: titleOf(state, lang), description: texts[lang].meta.description })),
    live,
    values: live ? valuesForBrowser(true) : null,
    listing: state === 'idle' ? listingOf(PATHS.soon) : null,
    secret: !live && state !== 'privacy',
    data: { 'data-state': state, ...(live && { 'data-consent': JSON.stringify(consent) }) },
    markup: inEach((lang) => renderSoon(state, lang, state === 'news' ? news : consent)),
    ...(live && state !== 'subscribed' && { later: formsOf(consent) }),
  };
}

function newsletterProps(state: NewsletterState, { newsletter: consent }: Consents): Props {
  return {
    ...PLAIN,
    meta: inEach((lang) => ({
      title: newsletterTitle(lang),
      description: Object.values(besideForm(lang)).join(' '),
    })),
    listing: state === 'idle' ? withFeed(listingOf(NEWSLETTER_PATH)) : null,
    data: { 'data-state': state },
    markup: plainMarkup((lang) => <Newsletter state={state} consent={consent[lang]} />),
  };
}

const newsletterTitle = (language: Language) => `${newsletterTexts[language].title} · ${values.brand.name}`;

const MOST_IN_FEED = 20;

/** The newest newsletters that are written in a language. */
export function feedIn(language: Language): Feed {
  const inIt = letters.filter((letter) => spokenIn(letter, language) === language).slice(0, MOST_IN_FEED);
  return {
    title: newsletterTitle(language),
    entries: inIt.map(({ slug, at, words }) => {
      const { heading: title, preheader: summary, body } = words[language];
      const shown = { language, siteUrl: values.siteUrl };
      const text = (
        <>
          <LetterPicture words={words} {...shown} />
          <LetterText text={body} {...shown} />
        </>
      );
      return { slug, at, title, summary, html: renderToStaticMarkup(text) };
    }),
  };
}

function letterProps({ slug, languages, state }: LetterShown, { newsletter: consent }: Consents): Props {
  const letter = letterOf(slug);
  const { picture } = letter.words;
  return {
    ...PLAIN,
    meta: inEach((lang) => {
      const { heading, preheader } = letter.words[spokenIn(letter, lang)];
      return { title: `${heading} · ${values.brand.name}`, description: preheader };
    }),
    listing: {
      ...withFeed(listingOf(letterAddress(slug), languages)),
      ...(picture && { card: { ...picture, path: pictureAddress(picture) } }),
    },
    data: { 'data-state': state },
    markup: plainMarkup((lang) => <Letter slug={slug} consent={consent[lang]} />),
  };
}

const withFeed = (listing: Listing): Listing => ({ ...listing, feed: values.newsletter !== null });

/** A document without the site's script. */
const PLAIN = { live: false, values: null, secret: false };

function plainMarkup(page: (language: Language) => ReactNode): Record<Language, string> {
  return inEach((lang) =>
    renderToStaticMarkup(<LanguageProvider initial={lang}>{page(lang)}</LanguageProvider>),
  );
}

function pageProps(
  shown: Exclude<ShownDocument, { page: 'soon' | 'newsletter' | 'letter' }>,
  styles: string | undefined,
  { products, contact }: Consents,
): Props {
  const consent = { products, contact };
  const { page, state } = shown;
  const slug = shown.page === 'work' ? shown.slug : null;
  const path = slug !== null ? caseAddress(slug) : (PATHS[page as InnerPage] ?? null);
  return {
    meta: inEach((lang) => pageMeta(page, lang, slug)),
    live: true,
    values: valuesForBrowser(false, [...loneCases(), ...(slug === null ? [] : [slug])]),
    listing: path !== null && state === 'idle' ? listingOf(path, languagesOf(shown)) : null,
    secret: false,
    data: {
      'data-page': page,
      'data-state': state,
      'data-consent': JSON.stringify(consent),
      ...(styles && { 'data-styles': styles }),
    },
    markup: inEach((language) =>
      renderToString(
        <InnerApp shown={{ page, state, language, consent }} pages={ALL_PAGES} path={path ?? NOWHERE} />,
      ),
    ),
  };
}

/** The form in every state it can reach before hydration, for site/inline/draw.ts. */
function formsOf(consent: Consent): Record<string, string> {
  const forms = LANGUAGES.flatMap((language) =>
    (['sending', 'failed', 'done'] as const).map((status) => [
      `${language}-${status}`,
      renderToString(
        <LanguageProvider initial={language}>
          <SubscribeForm initial={status} consent={consent[language]} />
        </LanguageProvider>,
      ),
    ]),
  );
  return Object.fromEntries(forms) as Record<string, string>;
}

const components: Record<DocumentName, PageComponent> = {
  home: Home,
  services: Services,
  products: Products,
  about: About,
  contact: Contact,
  work: CasePage,
  missing: Missing,
};
const ALL_PAGES: Pages = {
  at: (name) => components[name],
  load: (name) => Promise.resolve(components[name]),
};

/**
 * The font is preloaded at the start of <body>: Chromium delays the first paint for a font preloaded in
 * <head>. React renders no link into <body>, so the markup is written here.
 */
function render(props: DocumentProps): string {
  const font = `<link rel="preload" as="font" type="font/woff2" href="${props.assets.font}" crossorigin>`;
  const html = renderToStaticMarkup(<Document {...props} />);
  return `<!doctype html>${html.replace('<body>', () => `<body>${font}`)}`;
}

const ABOUT: Record<string, Listing['about']> = {
  [PATHS.soon]: 'organization',
  [PATHS.home]: 'organization',
  [PATHS.contact]: 'organization',
  [PATHS.services]: 'services',
};

function listingOf(path: string, languages: readonly Language[] = LANGUAGES): Listing {
  return {
    paths: Object.fromEntries(languages.map((language) => [language, addressIn(path, language)])),
    picture: path === PATHS.soon ? 'soon' : 'site',
    about: ABOUT[path] ?? null,
  };
}

function titleOf(state: SoonShown, language: Language): string {
  const { meta, privacy } = texts[language];
  const { brand } = values;
  if (isHydratedState(state)) return filled(meta.title, brand);
  const { title } = state === 'privacy' ? privacy : subscriptionTexts[language][state];
  return `${title}: ${brand.name}`;
}

function renderSoon(state: SoonShown, language: Language, consent: Consent): string {
  if (isHydratedState(state)) {
    return renderToString(<App shown={{ state, language, consent }} path={PATHS.soon} />);
  }
  return renderToStaticMarkup(
    <LanguageProvider initial={language}>{plainPageOf(state, consent[language])}</LanguageProvider>,
  );
}

function plainPageOf(state: Exclude<SoonShown, HydratedState>, consent: string): ReactNode {
  switch (state) {
    case 'privacy':
      return <PrivacyPage />;
    case 'confirm':
    case 'unsubscribe':
    case 'me':
    case 'news':
      return <TokenPage state={state} consent={consent} />;
    case 'confirmed':
    case 'unsubscribed':
    case 'erased':
    case 'joined':
    case 'stopped':
    case 'expired':
    case 'book-expired':
      return <OutcomePage state={state} />;
  }
}
