/** The example plan on Services, the result of consulting: its parts, and no facts about anybody. */
export const plan = {
  title: 'It fits on one\u00a0page.',
  lead: 'What you take away from consulting: one sheet, in plain words, that your whole team can follow.',
  sheet: 'The plan',
  example: 'Example',
  parts: [
    { name: 'Goal', text: 'The change that matters most, in a sentence anyone can repeat.' },
    { name: 'Audience', text: 'Who decides, what they need to know, and where they look for it.' },
    { name: 'Message', text: 'What to say first, in the words they already use.' },
    { name: 'Channels', text: 'The few places to be, and the ones to leave out on purpose.' },
    { name: 'Measure', text: 'What will show it’s working, and the day we check.' },
  ],
  days: 'First 90 days',
  steps: [
    { name: 'Days 1 to 30', text: 'Listen: customers, numbers, the message.' },
    { name: 'Days 31 to 60', text: 'Build: say it where people look first.' },
    { name: 'Days 61 to 90', text: 'Compare: keep what works, stop what doesn’t.' },
  ],
};

export type PlanText = typeof plan;
