/** The English words. Their shape is the type that every other language must match, key by key. */
export const page = {
  /** Read aloud for the sign of a network. */
  profile: '{network} (opens in a new tab)',
  soon: {
    title: 'Coming soon',
    workingMessage: 'Our site isn’t ready yet, and we won’t rush it.',
    subtleMessage: 'Branding and digital marketing for companies that would rather be remembered than loud.',
    subscribeMessage: 'Leave your email for early access.',
    successMessage: "Thank you! You've successfully subscribed.",
    /** Below the thanks. Also true for people who have already confirmed. */
    inbox: 'New here? Check your inbox to confirm.',
    emailPlaceholder: 'you@company.com',
    /** Of a field that nobody sees: text browsers show it. */
    leaveEmpty: 'Leave this field empty',
    subscribeButton: 'Subscribe',
    errorMessage: 'Oops! Something went wrong. Please try again.',
    socialText: 'Until then, follow us.',
    /** On the button that leads to this language; read after a code such as PT. */
    toggleLanguage: 'Switch to English',
    cookies: 'Cookies',
    pauseSwing: 'Pause animation',
    resumeSwing: 'Resume animation',
  },
  privacy: {
    note: 'Launch news only. Opt out any time.',
    link: 'Privacy',
    title: 'Privacy',
    close: 'Close',
    back: 'Back to the page',
  },
  errors: {
    unexpected: 'Unexpected Application Error!',
    chunk: 'Part of this page couldn’t be loaded.',
    reload: 'Reload page',
  },
  meta: {
    title: '{name} · Coming soon',
    description:
      'A small branding and digital marketing agency is getting its site ready. Leave your email for early access.',
  },
};

export type Text = typeof page;
