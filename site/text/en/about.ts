export const about = {
  title: 'Small on purpose.',
  lead: 'We’re a small digital marketing and branding agency. The people you talk to are the people who do the work.',
  story:
    'Our mark is the breve, the curve that tells you a vowel is short. It’s also the path a pendulum draws in the sand. It reminds us of two things: say it briefly, and let time do its part.',
  valuesTitle: 'How we work',
  values: [
    ['Brief', 'We cut until only what’s useful is left.'],
    ['Exact', 'We say what we know, what we don’t, and how we’ll find out.'],
    ['Patient', 'We prefer a brand that grows to a campaign that shouts.'],
  ],
  peopleTitle: 'Who answers',
  closingTitle: 'Is it time?',
  closingLead: 'Tell us where you are and where you’d like to be. You’ll hear from one of us.',
  cta: 'Write to us',
};

export type AboutText = typeof about;
