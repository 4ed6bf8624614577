import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { FORM_SERVICE } from './sites.ts';

/** How the service answers the next posts: correctly, or with a typical failure. */
export type Behaviour = 'takes' | 'refuses' | 'limits' | 'breaks' | 'redirects' | 'hangs-up';
export type Posted = { method: string; headers: IncomingMessage['headers']; body: string };

export type FormService = {
  posted: Posted[];
  behave: (behaviour: Behaviour) => void;
  stop: () => Promise<void>;
};

const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Accept, Content-Type, X-Requested-With, Authorization',
};
const REFUSED = {
  error: 'Validation errors',
  errors: [{ code: 'TYPE_EMAIL', field: 'email', message: 'should be an email' }],
};

/** A form service on its own origin with Formspree's contract: JSON for scripts, redirects for forms. */
export async function startFormService(): Promise<FormService> {
  const posted: Posted[] = [];
  let behaviour: Behaviour = 'takes';
  const server = createServer(async (request, response) => {
    const { method = '', headers, url } = request;
    const body = await text(request);
    posted.push({ method, headers, body });
    function answer(status: number, content: unknown, more: Record<string, string> = {}): void {
      const json = { ...CORS, 'Content-Type': 'application/json', ...more };
      response.writeHead(status, json).end(JSON.stringify(content));
    }
    if (method === 'OPTIONS') return response.writeHead(204, CORS).end();
    if (method === 'GET')
      return response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Thanks!</h1>');
    if (url !== FORM_SERVICE.path) return answer(404, { errors: [{ code: 'FORM_NOT_FOUND' }] });
    if (behaviour === 'hangs-up') return request.socket.destroy();
    if (behaviour === 'limits') return answer(429, { error: 'Too many requests' }, { 'Retry-After': '60' });
    if (behaviour === 'breaks') return answer(500, { error: 'Server error' });
    if (behaviour === 'refuses') return answer(422, REFUSED);
    if (behaviour === 'redirects' || headers.accept !== 'application/json') {
      return response.writeHead(302, { ...CORS, Location: '/thanks' }).end();
    }
    answer(200, { ok: true, next: '/thanks' });
  });
  await listen(server);
  return {
    posted,
    behave: (next) => (behaviour = next),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function listen(server: Server): Promise<void> {
  server.listen(FORM_SERVICE.port, '127.0.0.1');
  await once(server, 'listening');
}
