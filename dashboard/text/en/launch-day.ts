export const launchDay = {
  title: 'The site is live',
  told: 'of {total} [email|emails] sent',
  look: 'View launch',
  visits: 'Page loads since launch',
  visitsHint: 'Page loads, not unique visitors.',
  signups: 'Sign-ups since launch',
  messages: 'Messages since launch',
  left: 'Unsubscribed after the launch email',
  letter: 'Newsletter',
  letterTitle: '“{title}”',
  letterText: '{n} sent since {date}',
} as const;
