/** The agency's services. Home names them, Services explains them. */
export const services = {
  title: 'Four ways to\u00a0move.',
  lead: 'Take one on its own, or all of them as a single plan.',
  includes: 'Includes',
  /** In the order of one swing: from its left end to its right end. */
  items: [
    {
      name: 'Consulting',
      text: 'A clear reading of where the brand stands, and a plan that fits on one page.',
      includes: ['Brand and market audit', 'Positioning', 'Channel plan', 'Measurement set-up'],
    },
    {
      name: 'Branding',
      text: 'A name, a voice and a look that people know are yours before they see the logo.',
      includes: ['Naming and voice', 'Visual identity', 'Guidelines', 'Website design'],
    },
    {
      name: 'Marketing',
      text: 'Search, ads and email that work together, and are judged by results.',
      includes: ['SEO', 'Search and social ads', 'Email', 'Reporting'],
    },
    {
      name: 'Social media',
      text: 'Fewer posts, better ones, at a pace you can keep.',
      includes: ['Editorial calendar', 'Content and design', 'Community management', 'Monthly review'],
    },
  ],
  closing: 'Not sure where to\u00a0start?',
  closingLead: 'Tell us where you are and where you’d like to be. You’ll hear from one of us.',
  closingCta: 'Ask us',
};

export type ServicesText = typeof services;
