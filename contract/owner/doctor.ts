/** What the health check covers, in display order. */
export type LookedAt =
  | 'version'
  | 'settings'
  | 'store'
  | 'outbox'
  | 'draft'
  | 'messages'
  | 'launch'
  | 'clock'
  | 'disk'
  | 'copies'
  | 'secrets'
  | 'files'
  | 'mail'
  | 'returns'
  | 'forward'
  | 'endpoint'
  | 'build'
  | 'template';

/**
 * The problems and their solutions, for the server administrator: in English, as on the command line. The
 * dashboard has translations. `said`: the words of another part of the program, or of a system.
 */
export const DOCTOR_SAYS = {
  said: '{text}',
  'version-old': '{running} is running, and {installed} is installed. Restart the server.',
  'links-local':
    'SITE_URL is {siteUrl}, but {host} sends the emails: their links do not work. Set SITE_URL to the public address.',
  unprotected: 'SITE_URL is {siteUrl}: addresses would be sent unencrypted. Use https.',
  'database-open':
    'The connection to the database on {host} is not encrypted, or not checked: others on the way can read the list. Add sslmode=verify-full to DATABASE_URL.',
  'no-mail-server':
    'No mail server is set: emails wait until there is one. Set SMTP_URL and MAIL_FROM, or in the dashboard: Settings, Email delivery.',
  'mail-sealed':
    'The mail account cannot be opened: emails wait. Restore secrets.json from a backup, or enter the account again: Settings, Email delivery.',
  'app-secret-ends':
    'The client secret for Microsoft 365 expires on {until}. Create another in Microsoft Entra, and enter it: Settings, Microsoft 365.',
  'mails-files':
    'MAILS=files is for development: emails are saved in {folder}, and nobody gets them. Set SMTP_URL.',
  waiting: '{n} wait for a mail server.',
  'account-refuses': '{by} refuses our emails; they wait. Its reply: “{words}”',
  'no-proxies':
    'TRUSTED_PROXIES is 0: behind a proxy, all visitors would share one rate limit. Set it to the number of proxies.',
  'no-owner':
    'Contact messages and alerts reach nobody. Set OWNER_EMAIL, or in the dashboard: Settings, Messages and alerts.',
  'no-limit': 'RATE_LIMIT is off, which is meant for load tests only. Set it to on.',
  'key-twice': 'SECRET_KEYS lists a key twice. Remove the duplicate.',
  'setting-sealed':
    '{name} was set by an owner, but this server does not have the keys that sealed it. Restore secrets.json from a backup, or set it again.',
  'setting-unusable': 'The saved value of {name} is not valid, so it is ignored: {text}. Set it again.',
  'form-unnamed':
    'The form posts to {host}, but the privacy notice does not name that service. Set legal.formService.',
  'misnamed-in-file': '{name} in {file} is not a setting. .env.example lists all settings.',
  'misspelt-in-file': '{name} in {file} is not a setting. Did you mean {like}?',
  'misspelt-in-environment': '{name} in the environment is not a setting. Did you mean {like}?',
  'sqlite-unsafe': '{text}. Use the Node this program comes with.',
  'store-damaged': '{file} is damaged ({text}). Stop the server and restore a backup.',
  quarantined:
    '{n} accepted addresses could not be added to the list ({text}). They are kept in {file}. Report this to whoever maintains the program.',
  'schema-old': 'The database schema is version {version} of {known}. Start the server to update it.',
  held: '{n} on hold. Check them in the dashboard, under Emails, and send them there.',
  failed:
    '{n} not delivered. The dashboard gives the reasons, under Emails. Once they are fixed, resend there.',
  unknown: '{n} with delivery unknown. The dashboard resends them, under Emails; they may arrive twice.',
  late: '{n} have waited over an hour. Check that the server is running and look at its log, or wait if the hourly limit was reached.',
  'mails-foreign':
    '{n} in the queue are of kinds that only another version sends ({kinds}). They are kept, and leave once that version runs again.',
  'draft-foreign':
    '{n} unpublished changes are of another version ({fields}). They are kept, left out of what is published, and there again once that version runs.',
  'messages-held':
    '{n} suspected spam, deleted after UNCONFIRMED_DAYS. Check them in the dashboard, under Messages; "Not spam" emails one to the owner.',
  'paused-itself':
    '{purpose} paused automatically. The dashboard gives the reason and what to do: Today leads there.',
  paused: '{purpose} is paused. Resume it in the dashboard: Today leads there.',
  'nobody-sends': '{purpose} is due, but no server is sending. Start the server.',
  'clock-past': 'The clock says {time}, which is in the past. Set it.',
  'clock-behind': 'The clock says {time}, but the newest address arrived at {newest}. Set it.',
  'disk-full': '{left} GB left for {folder}. Addresses can soon no longer be stored. Free up space now.',
  'disk-inodes':
    'Only {n} more files fit on the disk of {folder} (inodes), whatever room is left. Delete files.',
  'disk-short': '{left} GB left for {folder}. Free up some space.',
  'disk-passing':
    '{folder} is not on a disk that stays: the list is lost with the next deploy or restart. Mount a volume there, or set DATABASE_URL.',
  'disk-unread': 'Cannot read {folder}: {text}. Check DATA_DIR.',
  'copies-failing': 'Off-site copies have been failing since {since}. {text}',
  'copies-late':
    'The last off-site copy is from {until}. Check that the server is running, and look at its log.',
  'copies-bad':
    'The off-site copy was checked on {at} and is damaged. A new one has been started. To check again: "copies check".',
  'copies-near':
    'The copies in {folder} are on the disk of the list, and are lost with it. Set COPY_TO to a folder on another disk, or to a storage.',
  'copies-shared':
    'Another server copies to the same place ({text}). Each keeps to its own copies, but a staging server must not have the COPY_TO of the real one.',
  'copies-before':
    'This list began anew, and copies of another are there ({text}). If it was this site’s: stop the server, then "restore --from TARGET --key FILE --store STORE". If not: "copies remove --store STORE".',
  'copies-not-deleted':
    'Old copies could not be deleted: {text} If the key may not delete on purpose, let the storage delete them after COPY_DAYS.',
  'copies-clock': 'Between two copies the clock leapt: {text}. Check it. Copies are in order all the same.',
  'copies-lost':
    'The storage has lost what it had taken: {text} A new copy has been started. Look for a rule or a program there that deletes; if it happens again, use another storage.',
  'keys-missing':
    '{file} is missing: the server does not start beside people without it. Restore it from a backup. Only if there is none: "secrets rotate --new"; links in emails already sent no longer work then.',
  'file-open': 'Other users can read {file}. Restrict it: chmod {mode} {file}',
  'mail-refused': '{text}. Check SMTP_URL.',
  'returns-away': '{text}. Check RETURNS_IMAP_URL.',
  'forward-away': '{text}. Check FORWARD_URL.',
  'endpoint-away': '{text}. Check SUBSCRIBE_ENDPOINT.',
  'built-for-other':
    'The pages were built for {address}, but SITE_URL is {siteUrl}. Start the server to rebuild them.',
  'build-old': '{file} has changed since the pages were built. Run "npm start" or: npm run build',
  'template-name': 'The name is still the template’s. Change it: {where}',
  'template-privacy': 'The privacy notice still gives the template’s company or address. Change it: {where}',
  'template-trade':
    'Coming Soon and the title of Home say that the agency does branding and digital marketing. Where that is not so, change them: {where}',
  'template-sign': 'The About page describes the breve, the template’s own mark. Change it: {where}',
  'template-promise':
    'The About page promises that people talk to those who do the work. Where that is not so, change it: {where}',
  'template-count': 'Titles say four services, and the site shows another number. Change them: {where}',
  'template-plan':
    'The Services page shows a plan as the result of consulting. Where that is not so, change or hide it: {where}',
  'template-books': 'The site announces the template’s books. Change, remove or hide them: {where}',
  'template-description':
    'Search results and shared links show the template’s descriptions. Change them: {where}',
  'template-mark': 'The logo is still the template’s. Add your own: {where}',
} as const;

/** What still has the template's default. */
export type TemplatePart =
  | 'name'
  | 'privacy'
  | 'trade'
  | 'sign'
  | 'promise'
  | 'count'
  | 'plan'
  | 'books'
  | 'description'
  | 'mark';

export type DoctorCode = keyof typeof DOCTOR_SAYS;
export type DoctorValues = Readonly<Record<string, string | number>>;

/** `text`: the message of the code with its values, in English. */
export type Unwell = {
  level: 'warning' | 'problem';
  code: DoctorCode;
  values: DoctorValues;
  text: string;
};

/** Passed checks are shown only on the command line. */
export type DoctorFinding = { level: 'ok'; text: string } | Unwell;

/** GET /doctor: the last result, null if there is none. POST /doctor {}: runs the check now. */
export type DoctorFound = { at: number; findings: ({ about: LookedAt } & DoctorFinding)[] };
