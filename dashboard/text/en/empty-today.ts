export const emptyToday = {
  title: 'No subscribers yet',
  lead: 'Three steps to your first sign-up:',
  test: 'Test the form',
  testText: 'Sign up yourself to see what visitors see, and check that the email arrives.',
  testButton: 'Open the Coming Soon page',
  share: 'Share your link',
  shareText: 'Put it in a post, your email signature or your business card.',
  shareButton: 'Copy link',
  tag: 'Tag your links',
  tagText: 'Add {tail} to a link to see in Analytics where each sign-up came from.',
  tagButton: 'Copy tagged link',
  counting: 'Counting has started. No page loads yet.',
} as const;
