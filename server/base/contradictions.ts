import { isLoopback } from './setting.ts';

/** `isTogether`: valid alone. */
export type Contradiction = { about: string[]; text: string; isTogether: boolean };

/** Settings as parsed; some may lack. */
type Values = Partial<
  Record<
    | 'smtpUrl'
    | 'databaseUrl'
    | 'databaseDirectUrl'
    | 'siteUrl'
    | 'idempotencyHeader'
    | 'dkimSelector'
    | 'dataDir'
    | 'copyTo'
    | 'copyKey'
    | 's3KeyId'
    | 's3Secret'
    | 'microsoftTokenUrl'
    | 'microsoftClientId'
    | 'microsoftClientSecret',
    string | null
  > & {
    secretKeys: string[] | null;
    dkimKey: object | null;
    rateLimit: boolean;
    port: number;
    metricsPort: number | null;
  }
>;

/** Finds settings that are valid alone but not together. */
export function contradictions(config: Values, texts: Readonly<Record<string, string>>): Contradiction[] {
  const { smtpUrl, databaseUrl, secretKeys, rateLimit, siteUrl, port, metricsPort } = config;
  const found: Contradiction[] = [];
  const add = (about: string[], text: string) => found.push({ about, text, isTogether: true });
  if (smtpUrl && !texts['MAIL_FROM'])
    add(['SMTP_URL', 'MAIL_FROM'], 'MAIL_FROM must be set together with SMTP_URL');
  const app = ['MICROSOFT_TENANT', 'MICROSOFT_CLIENT_ID', 'MICROSOFT_CLIENT_SECRET'];
  const [tenant, id, secret] = app.map((name) => Boolean(texts[name]));
  // Another cloud's token server names its directory itself. It may be set alone: owners give the rest.
  if ((tenant || id || secret) && !((tenant || texts['MICROSOFT_TOKEN_URL']) && id && secret))
    add(app, `${app.join(', ')} must be set together`);
  if (config.idempotencyHeader && !smtpUrl)
    add(
      ['SMTP_IDEMPOTENCY_HEADER', 'SMTP_URL'],
      'SMTP_URL must be set together with SMTP_IDEMPOTENCY_HEADER',
    );
  if (config.dkimKey && config.dkimSelector === null)
    add(['DKIM_KEY_FILE'], 'DKIM_SELECTOR must be set together with DKIM_KEY_FILE');
  if (databaseUrl && secretKeys === null) {
    add(
      ['DATABASE_URL'],
      'SECRET_KEYS must be set together with DATABASE_URL: every process signs with the same key',
    );
  }
  if (config.databaseDirectUrl && !databaseUrl)
    add(['DATABASE_DIRECT_URL'], 'DATABASE_URL must be set together with DATABASE_DIRECT_URL');
  if (config.copyTo && !config.copyKey)
    add(['COPY_TO', 'COPY_KEY'], 'COPY_KEY must be set together with COPY_TO: "copies key" makes one');
  if (config.copyTo && config.dataDir && isInEither(config.copyTo, config.dataDir))
    add(
      ['COPY_TO', 'DATA_DIR'],
      'COPY_TO must be a folder apart from DATA_DIR: what deletes one deletes the other',
    );
  if (config.copyTo?.startsWith('s3:') && !(config.s3KeyId && config.s3Secret))
    add(
      ['COPY_TO', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together with a COPY_TO that begins with s3://',
    );
  if (!rateLimit && siteUrl && !isLoopback(new URL(siteUrl).hostname)) {
    add(['RATE_LIMIT', 'SITE_URL'], 'RATE_LIMIT=off is for load tests and needs a SITE_URL on this machine');
  }
  // 0 takes a free port each time.
  if (metricsPort && metricsPort === port) add(['METRICS_PORT'], 'METRICS_PORT must differ from PORT');
  return found;
}

/** Of two folders. */
export function isInEither(one: string, other: string): boolean {
  return `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);
}
