import type { IncomingMessage } from 'node:http';
import { clientNetwork } from './client-network.ts';
import type { RateLimit, RateTaken } from './rate.ts';

/** `soft`: as in `RateTaken`. If not ok, there were too many posts, or they could not be counted. */
export type Admission = { ok: true; network: string; soft: boolean } | Exclude<RateTaken, { ok: true }>;

export type PostLimit = {
  /** Call before anything is read: counts the post. Never rejects. */
  take(request: Pick<IncomingMessage, 'headers' | 'socket'>): Promise<Admission>;
};

export function createPostLimit(rate: RateLimit, trustedProxies: number): PostLimit {
  return {
    async take({ headers, socket }) {
      const forwarded = String(headers['x-forwarded-for'] ?? '');
      const network = clientNetwork(socket.remoteAddress, forwarded, trustedProxies);
      const taken = await rate.take(network);
      return taken.ok ? { ...taken, network } : taken;
    },
  };
}

/** Admits every post (RATE_LIMIT=off). */
export const NO_POST_LIMIT: PostLimit = { take: async () => ({ ok: true, network: '', soft: false }) };
