export const signin = {
  noScript:
    'The dashboard needs JavaScript. You can do the same from the server’s command line: npm run embreve -- --help',
  title: 'Sign in',
  lead: 'Owner dashboard for {name}.',
  elsewhere: 'The dashboard is at {address}. Nobody can sign in at the address you opened.',
  elsewhereButton: 'Go to the dashboard',
  passkey: 'Sign in with a passkey',
  passkeyHint: 'Use your fingerprint, face or device PIN.',
  mailLabel: 'Email address',
  mailSend: 'Send link',
  noMail: 'Email sign-in links aren’t set up on this site.',
  helpTitle: 'Can’t sign in?',
  help: 'Ask your server administrator for a sign-in link. This command creates one. It works once and expires after 10 minutes:',
  setupValid: 'This link works once and expires at {time}.',
  sentTitle: 'Check your inbox',
  sentText:
    'If {address} belongs to an owner, we’ve sent it a sign-in link. Open it in this browser within 10 minutes. It works once.',
  sentWait: 'You can request another link in {clock}.',
  sentAgain: 'Send another link',
  sentSpam: 'Can’t find it? Check your spam folder.',
  sentOther: 'Sign in another way',
  linkTitle: 'Confirm sign-in',
  linkButton: 'Sign in',
  offerTitle: 'Sign in faster next time',
  offerText:
    'With a passkey you sign in using your fingerprint, face or device PIN. There’s nothing to remember, and it can’t be intercepted by email.',
  offerNeeded: 'You’ll also need it to launch the site.',
  offerProvesLater:
    'You signed in with an email link. Until three days from now, the passkey signs you in but doesn’t count for launching, exporting or inviting. We’ll email all owners about it.',
  offerName: 'Device name',
  offerLater: 'Not now',
  offerSecond:
    'Add a second passkey on another device, in case you lose this one. Your browser will show a code: scan it with that device.',
  offerOther: 'Another device',
  offerOtherName: 'What’s the other device called?',
  offerDone: 'Passkey added',
  signedOut: 'You’ve signed out.',
  idle: 'You were signed out after 30 minutes of inactivity.',
  dayOver: 'You were signed out because your session reached 12 hours. Sign in again.',
  notMineTitle: 'Remove this passkey?',
  notMineText:
    'The person who added it can no longer sign in with it, and everyone signed in with an email link as this owner is signed out.',
  notMineButton: 'Remove passkey',
  notMineDone: 'Passkey removed',
  notMineNext:
    'Now change the password of that owner’s mailbox: someone else can probably read it. The audit log shows what was done in the dashboard.',
  notMineOver: 'This link no longer works',
  notMineGone:
    'This passkey has already been removed, or three days have passed. Sign in and look in Settings.',
  errors: {
    expired: 'This link has expired or has already been used. Request a new one.',
    otherBrowser: 'This link was requested in a different browser. Open it there, or request a new one here.',
    passkeyCancelled:
      'No passkey was used. Try again, or use a sign-in link. If the site’s address has changed, passkeys from the earlier address don’t work here.',
    passkeyUnknown: 'This passkey has been removed. Use another passkey or an email link.',
    passkeyUnsupported: 'This browser doesn’t support passkeys. Use an email link.',
    passkeyLater:
      'This passkey was added after signing in with an email link. For three days it only signs you in. To continue now, ask your server administrator for a sign-in link.',
    passkeyExists: 'This device already has a passkey for this dashboard.',
    nameNeeded: 'Enter your name.',
  },
} as const;

/** What is asked before an action that needs a proof. */
export const again = {
  title: 'Confirm it’s you',
  text: 'Use your passkey to continue with this action.',
  button: 'Use passkey',
  noneTitle: 'You need a passkey for this',
  mailedTitle: 'You need a link from the server for this',
  noneText: 'You don’t have one yet. Add one with your fingerprint, face or device PIN to continue.',
  mailedText:
    'You signed in with an email link, which others may be able to read. Ask your server administrator for a sign-in link: it lets you continue, and a passkey added after it counts at once.',
  noneButton: 'Add passkey',
  server: 'No passkey to hand? Ask your server administrator for a sign-in link.',
} as const;
