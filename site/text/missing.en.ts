export const missingEn = {
  title: 'Not here.',
  lead: 'There is no page at this address. It has moved, or part of the link was lost on the way.',
  home: 'Back to the start',
  contact: 'Write to us',
};

export type MissingText = typeof missingEn;
