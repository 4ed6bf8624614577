import type { ShownDocument } from '#contract/documents.ts';

/** What an owner edits at one address of the dashboard, in the order of the page. */
type Place = {
  /** What the page beside the fields may show, the usual one first. */
  shows: readonly EditorShows[];
  /** Keys without language. One that is not a field stands for the fields below it that no other section names. */
  sections: Readonly<Record<string, readonly string[]>>;
};
/** Of the cases it shows the first. */
export type EditorShows =
  | Exclude<ShownDocument, { page: 'work' | 'letter' }>
  | { page: 'work'; state: 'idle' }
  | { mail: EditorMail };
export type EditorMail = 'confirm' | 'reminder' | 'book' | 'announcement' | 'ask-news' | 'welcome';

/** The pages of the site, and what visitors read around them. */
export const EDITOR_PAGES = {
  soon: {
    shows: [
      { page: 'soon', state: 'idle' },
      { page: 'soon', state: 'subscribed' },
      { page: 'soon', state: 'failed' },
    ],
    sections: {
      opening: [
        'text.page.soon.title',
        'text.page.soon.workingMessage',
        'text.page.soon.subtleMessage',
        'pictures.soon',
      ],
      form: [
        'text.page.soon.subscribeMessage',
        'text.page.soon.emailPlaceholder',
        'text.page.soon.subscribeButton',
        'text.page.privacy.note',
        'text.page.privacy.link',
      ],
      answers: ['text.page.soon.successMessage', 'text.page.soon.inbox', 'text.page.soon.errorMessage'],
      follow: ['text.page.soon.socialText', 'text.page.profile'],
      controls: ['text.page.soon'],
    },
  },
  home: {
    shows: [{ page: 'home', state: 'idle' }],
    sections: {
      parts: ['hidden.home'],
      opening: ['text.home'],
      services: ['text.home.servicesTitle'],
      method: ['text.home.methodTitle', 'text.home.method', 'pictures.band'],
      case: ['text.home.caseTitle', 'text.home.caseCta'],
      books: [
        'text.home.productsTitle',
        'text.home.productsLead',
        'text.home.productsCta',
        'text.home.cover',
      ],
      closing: ['text.home.closingTitle', 'text.home.closingCta'],
    },
  },
  work: {
    shows: [{ page: 'work', state: 'idle' }],
    sections: { case: ['text.work'] },
  },
  services: {
    shows: [{ page: 'services', state: 'idle' }],
    sections: {
      parts: ['hidden.services'],
      opening: ['text.services'],
      services: ['services', 'text.services.items'],
      plan: ['text.plan'],
      closing: ['text.services.closing', 'text.services.closingLead', 'text.services.closingCta'],
    },
  },
  products: {
    shows: [
      { page: 'products', state: 'idle' },
      { page: 'products', state: 'subscribed' },
      { page: 'products', state: 'failed' },
    ],
    sections: {
      parts: ['hidden.products'],
      opening: ['text.products.title', 'text.products.lead'],
      books: ['text.products.items'],
      soon: ['text.products'],
      out: ['text.offer'],
    },
  },
  about: {
    shows: [{ page: 'about', state: 'idle' }],
    sections: {
      parts: ['hidden.about'],
      opening: ['text.about', 'pictures.about'],
      values: ['text.about.valuesTitle', 'text.about.values'],
      people: ['text.about.peopleTitle'],
      closing: ['text.about.closingTitle', 'text.about.closingLead', 'text.about.cta'],
    },
  },
  contact: {
    shows: [
      { page: 'contact', state: 'idle' },
      { page: 'contact', state: 'sent' },
      { page: 'contact', state: 'invalid' },
      { page: 'contact', state: 'failed' },
    ],
    sections: {
      opening: ['text.contact.title', 'text.contact.lead'],
      form: [
        'text.contact.name',
        'text.contact.company',
        'text.contact.email',
        'text.contact.phone',
        'text.contact.website',
        'text.contact.message',
        'text.contact.optional',
        'text.contact.note',
        'text.contact.submit',
        'text.contact.sending',
      ],
      ways: ['text.contact'],
      answers: [
        'text.contact.emailSuccess',
        'text.contact.thanks',
        'text.contact.another',
        'text.contact.emailFailed',
        'text.contact.emailError',
        'text.contact.dismiss',
      ],
      mistakes: [
        'text.contact.required',
        'text.contact.fieldRequired',
        'text.contact.invalidEmail',
        'text.contact.invalidPhone',
        'text.contact.invalidWebsite',
        'text.contact.tooLong',
        'text.contact.invalid',
        'text.contact.goBack',
      ],
    },
  },
  newsletter: {
    shows: [
      { page: 'newsletter', state: 'idle' },
      { page: 'newsletter', state: 'subscribed' },
      { page: 'newsletter', state: 'failed' },
    ],
    sections: { opening: ['text.newsletter'] },
  },
  privacy: {
    shows: [{ page: 'soon', state: 'privacy' }],
    sections: {
      notice: ['text.page.privacy.title', 'text.notice'],
      controls: ['text.page.privacy'],
    },
  },
  missing: {
    shows: [{ page: 'missing', state: 'idle' }],
    sections: { opening: ['text.missing'] },
  },
  everywhere: {
    shows: [{ page: 'home', state: 'idle' }],
    sections: {
      navigation: ['text.navbar', 'text.subscription.draft'],
      footer: ['text.footer'],
      cookies: ['text.consent'],
      errors: ['text.page.errors'],
    },
  },
  links: {
    shows: [
      { page: 'soon', state: 'confirm' },
      { page: 'soon', state: 'confirmed' },
      { page: 'soon', state: 'unsubscribe' },
      { page: 'soon', state: 'unsubscribed' },
      { page: 'soon', state: 'me' },
      { page: 'soon', state: 'news' },
      { page: 'soon', state: 'joined' },
      { page: 'soon', state: 'stopped' },
      { page: 'soon', state: 'erased' },
      { page: 'soon', state: 'expired' },
      { page: 'soon', state: 'book-expired' },
    ],
    sections: {
      confirm: ['text.subscription.confirm'],
      confirmed: ['text.subscription.confirmed'],
      unsubscribe: ['text.subscription.unsubscribe'],
      unsubscribed: ['text.subscription.unsubscribed'],
      me: ['text.subscription.me', 'text.subscription.states', 'text.subscription.languages'],
      news: ['text.subscription.news'],
      joined: ['text.subscription.joined'],
      stopped: ['text.subscription.stopped'],
      erased: ['text.subscription.erased'],
      expired: ['text.subscription.expired'],
      bookExpired: ['text.subscription.book-expired'],
    },
  },
} as const satisfies Record<string, Place>;

/** The mails to visitors. The words of an announcement are written before it is sent, under Launch. */
export const EDITOR_MAILS = {
  confirm: { shows: [{ mail: 'confirm' }], sections: { mail: ['mails.confirm'] } },
  reminder: { shows: [{ mail: 'reminder' }], sections: { mail: ['mails.reminder'] } },
  book: { shows: [{ mail: 'book' }], sections: { mail: ['mails.book'] } },
  asks: { shows: [{ mail: 'ask-news' }], sections: { mail: ['mails.ask-news'] } },
  welcome: {
    shows: [{ mail: 'welcome' }],
    sections: { sent: ['newsletter.welcome'], mail: ['mails.welcome'] },
  },
  always: {
    shows: [{ mail: 'announcement' }],
    sections: {
      announcement: ['mails.announcement'],
      news: ['mails.news'],
      footer: ['mails.footer'],
    },
  },
} as const satisfies Record<string, Place>;

/** What all pages share. */
export const EDITOR_PARTS = {
  brand: { shows: [], sections: { brand: ['brand'], social: ['social'] } },
  facts: {
    shows: [],
    sections: {
      contact: ['contact'],
      people: ['people'],
      cases: ['cases'],
      newsletter: ['newsletter'],
      privacy: ['legal'],
    },
  },
  books: {
    shows: [],
    sections: { books: ['books', 'pictures.cover'] },
  },
  search: {
    shows: [],
    sections: {
      soon: ['text.page.meta'],
      home: ['text.meta.home'],
      services: ['text.meta.services'],
      products: ['text.meta.products'],
      about: ['text.meta.about'],
      contact: ['text.meta.contact'],
      missing: ['text.meta.missing'],
    },
  },
} as const satisfies Record<string, Place>;

export type EditorPageName = keyof typeof EDITOR_PAGES;
export type EditorMailName = keyof typeof EDITOR_MAILS;
export type EditorPart = keyof typeof EDITOR_PARTS;

/** Where a field is edited; `analytics` is among the settings. */
export type FieldPlace =
  | { room: 'pages'; name: EditorPageName; section: string }
  | { room: 'mails'; name: EditorMailName; section: string }
  | { room: 'parts'; name: EditorPart; section: string };

const PLACES = new Map<string, FieldPlace>();
for (const [room, places] of Object.entries({
  pages: EDITOR_PAGES,
  mails: EDITOR_MAILS,
  parts: EDITOR_PARTS,
}))
  for (const [name, { sections }] of Object.entries<Place>(places))
    for (const [section, keys] of Object.entries(sections))
      for (const key of keys) PLACES.set(key, { room, name, section } as FieldPlace);

/** Null: it is edited elsewhere, e.g. the words of an announcement. `key`: without language. */
export function placeOfField(key: string): FieldPlace | null {
  return PLACES.get(namedAbove(key)) ?? null;
}

/** Of these keys, those of a section in its order. */
export function fieldsOfSection(section: readonly string[], keys: readonly string[]): string[] {
  return section.flatMap((one) => keys.filter((key) => namedAbove(key) === one));
}

/** The key itself or the nearest above it that a section names; '': none does. */
function namedAbove(key: string): string {
  return key === '' || PLACES.has(key) ? key : namedAbove(key.slice(0, Math.max(0, key.lastIndexOf('.'))));
}
