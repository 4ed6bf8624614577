/**
 * Machine-readable error codes, stable across releases. The site has its own words for them. Only
 * `invalid-fields` carries `problems`.
 */
export const PROBLEMS = {
  malformed: { status: 400, title: 'The request cannot be read' },
  'signed-out': { status: 401, title: 'Not signed in' },
  'needs-passkey': {
    status: 403,
    title: 'A passkey or server link used in the last 10 minutes is required',
  },
  'foreign-origin': { status: 403, title: 'Only allowed from the site itself' },
  'not-signed': { status: 403, title: 'Invalid signature or secret' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  timeout: { status: 408, title: 'The request took too long' },
  conflict: { status: 409, title: 'This idempotency key was used with a different body' },
  'under-way': { status: 409, title: 'The same request is in progress' },
  'not-now': { status: 409, title: 'Not possible in the current state' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-type': { status: 415, title: 'The body must be JSON or a form' },
  'invalid-fields': { status: 422, title: 'Invalid fields' },
  'too-many-requests': { status: 429, title: 'Too many requests, try again later' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something unexpected went wrong' },
  'disk-full': { status: 507, title: 'The disk of the server is full' },
  unavailable: { status: 503, title: 'Could not be stored. Try again later' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** One refused field, and why. `said`: the words of another server; `offer`: a value that would be taken. */
export type FieldProblem = {
  field: string;
  code: string;
  said?: string | undefined;
  offer?: string | undefined;
};

/** Body of every API answer of 400 and above, `application/problem+json` (RFC 9457). */
export type Problem = { title: string; status: number; code: ProblemCode; problems?: FieldProblem[] };

export function problem(code: ProblemCode, problems?: FieldProblem[]): Problem {
  const { status, title } = PROBLEMS[code];
  return problems === undefined ? { title, status, code } : { title, status, code, problems };
}
