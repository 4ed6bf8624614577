import type { ServerResponse } from 'node:http';
import { responseOf, send, type Problems } from '#server/web/http/http-response.ts';
import { NO_STORE, securityHeaders } from '#server/web/http/headers.ts';

export type Health = {
  /** The process answers. */
  alive(response: ServerResponse): void;
  /** A subscription sent now could be stored. */
  ready(response: ServerResponse): Promise<void>;
};

export function createHealth(
  siteUrl: string,
  problems: Problems,
  isReady: () => Promise<boolean>,
  isDegraded: () => Promise<boolean>,
): Health {
  const headers = [
    ...securityHeaders(siteUrl),
    ...NO_STORE,
    'Content-Type',
    'application/json; charset=utf-8',
  ];
  const yes = responseOf(200, headers, '{"ok":true}');
  const degraded = responseOf(200, headers, '{"ok":true,"degraded":"disk"}');
  const no = problems('unavailable', { headers: ['Retry-After', '10'] });
  return {
    alive: (response) => send(response, yes),
    ready: async (response) => {
      if (!(await isReady())) return send(response, no);
      send(response, (await isDegraded()) ? degraded : yes);
    },
  };
}
