import { toJsonSchema } from '@valibot/to-json-schema';
import type { ProblemCode } from '#contract/problem.ts';
import type { BodySchema } from '#server/web/owner/body.ts';
import type { OwnerRoute } from '#server/web/owner/route.ts';
import { OWNER_API, OWNER_ROUTES } from '#server/web/owner/routes.ts';

/** The problem codes implied by the route table; a row can add its own. */
function codesOf(route: OwnerRoute): ProblemCode[] {
  const codes: ProblemCode[] = ['foreign-origin', 'unavailable'];
  if (!route.isPublic) codes.push('signed-out');
  if (route.method === 'GET') return codes;
  codes.push('malformed', 'invalid-fields', 'too-large', 'unsupported-type');
  if (route.isPublic) return [...codes, 'too-many-requests'];
  if (route.proof !== 'never') codes.push('needs-passkey');
  return [...codes, 'conflict', 'under-way'];
}

const WITH_PASSKEY = ' With needs-passkey only where the owner has one.';

const KEY = { $ref: '#/components/parameters/idempotency' };

/** The operation ID: POST /people/:id/erase is `postPeopleIdErase`. */
function nameOf({ method, path }: OwnerRoute): string {
  return (
    method.toLowerCase() + path.replaceAll(/[^a-z]+([a-z])/gi, (_, first: string) => first.toUpperCase())
  );
}

function operationOf(route: OwnerRoute) {
  const names = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const parameters = names.map((name) => {
    return { name, in: 'path', required: true, schema: { type: name === 'id' ? 'integer' : 'string' } };
  });
  const isAct = route.method === 'POST';
  const limit = isAct ? `The body may have ${route.bodyLimit} bytes. ` : '';
  const proof = 'proof' in route && route.proof === 'with-passkey' ? WITH_PASSKEY : '';
  return {
    operationId: nameOf(route),
    tags: ['owner'],
    summary: route.about,
    description: `${limit}May be refused with: ${codesOf(route).join(', ')}.${proof}`,
    ...(!route.isPublic && { security: [{ session: [] }] }),
    ...((isAct || names.length > 0) && {
      parameters: [...parameters, ...(isAct && !route.isPublic ? [KEY] : [])],
    }),
    ...(isAct && { requestBody: bodyOf(route.body) }),
    responses: {
      200: { $ref: '#/components/responses/owner-done' },
      default: { $ref: '#/components/responses/owner-refused' },
    },
  };
}

function bodyOf(body: BodySchema) {
  const { $schema: _dialect, ...schema } = toJsonSchema(body, { target: 'draft-2020-12', typeMode: 'input' });
  return { required: true, content: { 'application/json': { schema } } };
}

/** The dashboard's API, generated from its route table. */
export function ownerPaths(): Record<string, Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of OWNER_ROUTES) {
    const path = OWNER_API + route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

type Described = { description: string; content: Record<string, { schema: object }> };

/** The response schemas are in contract/owner/, which server and dashboard share. */
export const OWNER_COMPONENTS = {
  parameters: {
    idempotency: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        '8 to 64 of A-Z, a-z, 0-9, _ and -. An idempotency key: within a day, a repeated post is done once.',
      schema: { type: 'string' },
    },
  },
  responses: {
    'owner-done': {
      description: 'JSON, or a file to be saved. See contract/owner/.',
      content: { 'application/json': { schema: {} } },
    },
    'owner-refused': {
      description: 'A problem; its `code` says which.',
      content: {
        'application/problem+json': {
          schema: {
            type: 'object',
            properties: { title: { type: 'string' }, status: { type: 'integer' }, code: { type: 'string' } },
            required: ['title', 'status', 'code'],
          },
        },
      },
    },
  } as Record<string, Described>,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-owner',
      description: 'Of an owner who is signed in. On this machine without https it is called `owner`.',
    },
  },
};
