/**
 * Machine-readable error codes, stable across releases. The site has its own words for them. Only
 * `invalid-fields` carries `problems`.
 */
export const PROBLEMS = {
  malformed: { status: 400, title: 'The request cannot be read' },
  'signed-out': { status: 401, title: 'Nobody is signed in' },
  'needs-passkey': {
    status: 403,
    title: 'This needs a passkey or a link from the server of the last ten minutes',
  },
  'foreign-origin': { status: 403, title: 'This may only be sent from the site itself' },
  'not-signed': { status: 403, title: 'It does not carry the right signature or secret' },
  'not-found': { status: 404, title: 'Nothing is here' },
  'method-not-allowed': { status: 405, title: 'This address does not answer that method' },
  timeout: { status: 408, title: 'The request took too long' },
  conflict: { status: 409, title: 'Something else was sent under the same key' },
  'under-way': { status: 409, title: 'The same is being done' },
  'not-now': { status: 409, title: 'As it stands this is not possible, or not any more' },
  'too-large': { status: 413, title: 'The request is too large' },
  'unsupported-type': { status: 415, title: 'The body must be JSON or a form' },
  'invalid-fields': { status: 422, title: 'A field cannot be accepted' },
  'too-many-requests': { status: 429, title: 'Too many requests, try again later' },
  'headers-too-large': { status: 431, title: 'The headers are too large' },
  internal: { status: 500, title: 'Something unexpected went wrong' },
  'disk-full': { status: 507, title: 'The disk of the server has no room for it' },
  unavailable: { status: 503, title: 'It could not be stored, try again later' },
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
