import type { DocumentName } from '#contract/pages.ts';

/** Titles and descriptions of the pages, as search engines and shared links show them. */
export const meta: Record<Exclude<DocumentName, 'work'>, { title: string; description: string }> = {
  home: {
    title: '{name} · Branding and digital marketing',
    description:
      'We help companies work out what to say, where to say it, and when to stop: consulting, branding, marketing and social media.',
  },
  services: {
    title: 'Services · {name}',
    description:
      'Consulting, branding, marketing and social media: one on its own, or all of them as a single plan.',
  },
  products: {
    title: 'Brief books · {name}',
    description: 'Short e-books on what we explain most often. One evening each.',
  },
  about: {
    title: 'About · {name}',
    description:
      'A small digital marketing and branding agency. The people you talk to are the people who do the work.',
  },
  contact: {
    title: 'Contact · {name}',
    description: 'Tell us where you are and where you’d like to be. Two lines are enough to start.',
  },
  missing: { title: 'Not found · {name}', description: 'There’s no page at this address.' },
};
