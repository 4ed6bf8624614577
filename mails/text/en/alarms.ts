import type { GuardedSetting } from '#contract/owner/server-settings.ts';
import { type AlarmName, type AlarmText, changesOf } from '../alarm.ts';

const SETTINGS: Record<GuardedSetting, string> = {
  SITE_URL: 'Site address',
  OWNER_EMAIL: 'Address for messages and alerts',
  MAIL_FROM: 'Sender',
  SMTP_URL: 'Mail server',
  MICROSOFT_TENANT: 'Microsoft 365 directory',
  MICROSOFT_CLIENT_ID: 'Microsoft 365 app',
  MICROSOFT_CLIENT_SECRET: 'Secret of the Microsoft 365 app',
  RETURNS_IMAP_URL: 'Mailbox for bounces',
  COPY_TO: 'Copies go to',
  COPY_KEY: 'Recovery key of the copies',
  S3_ENDPOINT: 'Storage of the copies',
  S3_REGION: 'Region of the storage',
  S3_ACCESS_KEY_ID: 'Access key of the storage',
  S3_SECRET_ACCESS_KEY: 'Secret key of the storage',
};

/** The alerts. */
export const alarms: Record<AlarmName, AlarmText> = {
  'alarm-silence': {
    subject: '{brand}: no recent sign-ups',
    title: 'No recent sign-ups',
    happened:
      'There have been no sign-ups for longer than usual. This may be chance, or the sign-up form may not be working.',
    facts: [
      { label: 'Last sign-up', value: '{{hours}} h ago' },
      { label: 'Usual interval', value: '{{usual}} h' },
    ],
    advice:
      'Open your site and sign up with your own address. If that fails, ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-burst': {
    subject: '{brand}: unusually many sign-ups or messages',
    title: 'Unusually many sign-ups or messages',
    happened:
      'Sign-ups, book requests or messages are far above normal. This may be a successful campaign, or a bot. Nothing is lost: emails above the limit are sent later, automatically.',
    facts: [{ label: 'Sign-ups and messages', value: '{{count}} in {{minutes}} min' }],
    advice:
      'You don’t need to do anything. If you weren’t expecting this, review the latest sign-ups and messages with {administrator}.',
    doctor: false,
  },
  'alarm-forward': {
    subject: '{brand}: the form service is rejecting submissions',
    title: 'Form service is rejecting submissions',
    happened: 'Your form service has rejected some submissions. They’re all stored here, so none is lost.',
    facts: [
      { label: 'Rejected', value: '{{count}}' },
      { label: 'Server reply', value: '{{reply}}' },
    ],
    advice:
      'Sign in to the form service and check that the form is active and within its quota. Then ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-mail': {
    subject: '{brand}: no emails are going out',
    title: 'No emails are going out',
    happened: 'The mail server hasn’t accepted any email for an hour. Rejected emails are stored here.',
    facts: [
      { label: 'Not delivered', value: '{{count}}' },
      { label: 'Server reply', value: '{{reply}}' },
    ],
    advice:
      'Check that your mail provider account is active and within its sending limit. Then ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-disk': {
    subject: '{brand}: the server’s disk is almost full',
    title: 'Disk almost full',
    happened: 'Once it’s full, the site can’t accept sign-ups or messages.',
    facts: [{ label: 'Free space', value: '{{free}}' }],
    advice: 'Ask {administrator} to free up space or enlarge the disk, today if possible.',
    doctor: false,
  },
  'alarm-copies': {
    subject: '{brand}: off-site copies are failing',
    title: 'Off-site copies are failing',
    happened:
      'Sign-ups are stored as usual, but only on the server. If its disk failed now, everything since the last copy would be lost.',
    facts: [
      { label: 'Last copy', value: '{{minutes}} minutes ago' },
      { label: 'Server message', value: '{{reply}}' },
    ],
    advice: 'Check that your storage account is active and has space. Then tell {administrator}.',
    doctor: true,
  },
  'alarm-copies-warning': {
    subject: '{brand}: something is wrong with the off-site copies',
    title: 'Something is wrong with the off-site copies',
    happened:
      'The list is still copied. But if the server were lost now, restoring it could be harder than it should be.',
    facts: [{ label: 'What the server says', value: '{{reply}}' }],
    advice: 'Your dashboard says what it means, under Settings. Then tell {administrator}.',
    doctor: true,
  },
  'alarm-sealed': {
    subject: '{brand}: a saved account can’t be opened',
    title: 'A saved account can’t be opened',
    happened:
      'The server no longer has the keys that protect it. If it’s the mail account, emails wait; if it’s the storage for copies, nothing is copied.',
    facts: [{ label: 'Setting', value: '{{name}}' }],
    advice:
      'Ask {administrator} to restore secrets.json from a backup. Or enter the account again in your dashboard, under Settings.',
    doctor: true,
  },
  'alarm-retention': {
    subject: '{brand}: addresses will be deleted on {{date}}',
    title: 'First deletions in one month',
    happened:
      'Your privacy notice says how long you keep addresses and messages after the launch. That period is about to end, so those from before the launch will be permanently deleted. Newer ones follow as their own period ends.',
    facts: [{ label: 'Deletion date', value: '{{date}}' }],
    advice:
      'You don’t need to do anything. People who get your newsletter stay. You may not email the others to ask: that would itself need their consent. To see how many addresses are due, ask {administrator} to run the command below.',
    doctor: true,
  },
  'alarm-settings': {
    subject: '{brand}: server settings were changed',
    title: 'Server settings changed',
    happened: '{{who}} changed these settings in the dashboard.',
    facts: changesOf(SETTINGS),
    advice:
      'If that’s right, you don’t need to do anything. If not, change them back in Settings, end the other sessions there, and tell {administrator}.',
    doctor: false,
  },
  'alarm-passkey': {
    subject: '{brand}: was this passkey added by one of you?',
    title: 'A passkey was added',
    happened:
      'Someone signed in as {{who}} with an email link and added a passkey. Anyone who can read that mailbox could have done this.',
    facts: [{ label: 'It only signs in until', value: '{{from}}' }],
    advice:
      'If it was {{who}}, you don’t need to do anything. If not, remove the passkey before then with this button, and change the password of the mailbox.',
    doctor: false,
    button: 'Remove this passkey',
  },
  'alarm-paused': {
    subject: '{brand}: sending is paused',
    title: 'Sending paused automatically',
    happened:
      'No more announcement emails will be sent until you resume. Nobody is skipped, and nobody gets the email twice.',
    facts: [{ label: 'Reason', value: '{{why}}' }],
    advice:
      'Open your dashboard: Today leads to the paused email, and explains what to do before you resume.',
    doctor: false,
  },
};
