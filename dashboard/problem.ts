import type { FieldProblem, Problem as Answered, ProblemCode } from '#contract/problem.ts';
import type { UseWords } from './words.ts';

/** `offline`: no answer arrived. The request may have been carried out. `proxy-limit`: it did not reach our server. */
export type Code = ProblemCode | 'offline' | 'proxy-limit' | 'signed-out' | 'needs-passkey';

/** Not by status: the first view would carry the table of all problems. */
const PASSING: readonly Code[] = [
  'offline',
  'signed-out',
  'timeout',
  'too-many-requests',
  'internal',
  'unavailable',
  'disk-full',
];

/** Why a request was not carried out. */
export class RequestError extends Error {
  override name = 'Problem';
  readonly code: Code;
  readonly fields: readonly FieldProblem[];
  /** When to retry, in milliseconds since 1970; null if the server asked for no wait. */
  readonly retryAt: number | null;

  constructor(code: Code, fields: readonly FieldProblem[] = [], retryAt: number | null = null) {
    super(code);
    this.code = code;
    this.fields = fields;
    this.retryAt = retryAt;
  }

  /** The problem of one field. */
  field(name: string): FieldProblem | undefined {
    return this.fields.find((one) => one.field === name);
  }

  /** Its code. */
  of(name: string): string | undefined {
    return this.field(name)?.code;
  }
}

/** Whether the same request may be answered otherwise later. */
export function isPassing(error: unknown): boolean {
  return error instanceof RequestError && PASSING.includes(error.code);
}

/** What others say for our server. */
const OF_PROXIES: { readonly [status: number]: Code } = { 401: 'signed-out', 413: 'proxy-limit' };

export async function problemOf(response: Response): Promise<RequestError> {
  const answered = (await response.json().catch(() => null)) as Answered | null;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAt = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null;
  return new RequestError(
    answered?.code ?? OF_PROXIES[response.status] ?? 'internal',
    answered?.problems,
    retryAt,
  );
}

/** A sentence for the person who pressed the button. */
export function problemSentence({ t }: UseWords, problem: unknown): string {
  if (!(problem instanceof RequestError)) return t('problem.internal');
  const { code, retryAt } = problem;
  const server = problem.of('SMTP_URL');
  if (server === 'missing') return t('delivery.none');
  if (server === 'sealed') return t('delivery.noneSealed');
  const n = Math.max(1, Math.ceil(((retryAt ?? 0) - Date.now()) / 1000));
  const seconds = t('common.seconds', { n });
  switch (code) {
    case 'too-many-requests':
    case 'unavailable':
      return t(`problem.${code}`, { seconds });
    case 'offline':
      return t('problem.timeout');
    case 'not-signed':
    case 'method-not-allowed':
    case 'headers-too-large':
      return t('problem.internal');
    default:
      return t(`problem.${code}`);
  }
}
