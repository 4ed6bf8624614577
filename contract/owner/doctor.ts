/** What the doctor looks at, in the order in which it is said. */
export type LookedAt =
  | 'settings'
  | 'store'
  | 'outbox'
  | 'messages'
  | 'launch'
  | 'clock'
  | 'disk'
  | 'secrets'
  | 'files'
  | 'mail'
  | 'returns'
  | 'forward'
  | 'endpoint'
  | 'build'
  | 'template';

/**
 * What may be wrong and what to do, for whoever looks after the server: in English, as the command line says it. The
 * dashboard has the same in its other languages. `said`: what another part of the program, or a system, says itself.
 */
export const DOCTOR_SAYS = {
  said: '{text}',
  'links-local':
    'SITE_URL is {siteUrl}, but mails go out by {host}: their links lead nowhere. Set it to the public address.',
  unprotected: 'SITE_URL is {siteUrl}: addresses would travel unprotected. Make it https.',
  'no-mail-server':
    'SMTP_URL is not set: mails become files in DATA_DIR/outbox and nobody gets them. Set it.',
  'no-proxies':
    'TRUSTED_PROXIES is 0: if a proxy stands in front, all visitors count as one and are refused together. Set it to the number of proxies.',
  'no-owner': 'OWNER_EMAIL is not set: nobody gets contact messages and alarms. Set it.',
  'no-limit': 'RATE_LIMIT is off: that is for load tests only. Set it to on.',
  'key-twice': 'SECRET_KEYS holds a key twice. Keep each once.',
  'form-unnamed':
    'The form posts to {host}, which the privacy notice does not name. Set legal.formService in site.config.ts.',
  'book-missing': 'The book {file} of site.config.ts is not there. Put the file back, or write null there.',
  'misnamed-in-file': '{name} in {file} is no setting. .env.example names all.',
  'misspelt-in-file': '{name} in {file} is no setting. Did you mean {like}?',
  'misspelt-in-environment': '{name} in the environment is no setting. Did you mean {like}?',
  'sqlite-unsafe': '{text}. Use the Node this program comes with.',
  'store-damaged': '{file} is damaged ({text}). Stop the server and put back a backup.',
  'set-aside':
    '{n} addresses were accepted but do not fit into the list ({text}). They are kept in {file}; tell whoever maintains this program.',
  'schema-old': 'schema {version} of {known}. Start the server, which renews it.',
  held: '{n} held. Look at "mails list" and "subscribers list", then send them: "mails release".',
  failed: '{n} failed. "mails list" says why; when it is mended, "mails retry" tries again.',
  unknown: '{n} may have arrived or not. "mails retry" sends again, perhaps twice: see "mails list".',
  late: '{n} wait for more than an hour. Does the server run? Its log says what it meets. Or more came than may go in an hour.',
  'messages-held':
    '{n} held back as a robot\'s, and deleted after UNCONFIRMED_DAYS. Look at "messages list --suspect"; "messages release ID" mails one to the owner.',
  'paused-itself': '{purpose} has paused itself. "{command}" says why and what to do.',
  paused: '{purpose} is paused until you resume it: "{command}".',
  'nobody-sends': '{purpose} is to be sent, and no server sends. Start it.',
  'clock-past': 'It says {time}, which is in the past. Set it.',
  'clock-behind': 'It says {time}, but the newest address came at {newest}. Set it.',
  'disk-full': '{left} GB left for {folder}: soon no address can be stored. Free some space now.',
  'disk-short': '{left} GB left for {folder}. Free some space.',
  'disk-unread': '{folder} cannot be looked at: {text}. Check DATA_DIR.',
  'keys-missing': '{file} is missing: no link in a mail already sent works. Put back a backup of it.',
  'file-open': '{file} is open to other users. Close it: chmod {mode} {file}',
  'mail-refused': '{text}. Check SMTP_URL.',
  'returns-away': '{text}. Check RETURNS_IMAP_URL.',
  'forward-away': '{text}. Check FORWARD_URL.',
  'endpoint-away': '{text}. Check SUBSCRIBE_ENDPOINT.',
  'built-for-other': 'The pages were made for {address}, but SITE_URL is {siteUrl}. Run: npm run build',
  'build-old':
    '{file} is not what the pages were built from. "npm start" builds them again, or: npm run build',
  'template-name': 'The name is still that of the template. Change it: {where}',
  'template-profiles': 'The foot of the pages leads to the profiles of the template. Change: {where}',
  'template-privacy': 'The privacy notice names the address of the template. Change it: {where}',
  'template-sign': 'The page about you tells of the breve, the sign of the template. Change: {where}',
  'template-description':
    'Search engines and shared links show the descriptions of the template. Change: {where}',
  'template-mark': 'The drawn name carries the mark of the template. Give your logo: {where}',
} as const;

/** What an owner has left as the template has it. */
export type TemplatePart = 'name' | 'profiles' | 'privacy' | 'sign' | 'description' | 'mark';

export type DoctorCode = keyof typeof DOCTOR_SAYS;
export type DoctorValues = Readonly<Record<string, string | number>>;

/** `text`: the sentence of the code with its values, in English. */
export type Unwell = {
  level: 'warning' | 'problem';
  code: DoctorCode;
  values: DoctorValues;
  text: string;
};

/** What is well is said on the command line alone. */
export type DoctorFinding = { level: 'ok'; text: string } | Unwell;

/** GET /doctor: what was found last, null where nobody has asked. POST /doctor {}: looks now. */
export type DoctorFound = { at: number; findings: ({ about: LookedAt } & DoctorFinding)[] };
