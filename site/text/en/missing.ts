export const missing = {
  title: 'Not here.',
  lead: 'There’s no page at this address. It may have moved, or the link may be incomplete.',
  home: 'Back to home',
  contact: 'Write to us',
};

export type MissingText = typeof missing;
