import type { IncomingMessage } from 'node:http';
import { clientNetwork } from './client-network.ts';
import type { RateLimit, RateTaken } from './rate.ts';

/** A post that is taken. `network`: where it came from; `soft`: as in `RateTaken`. Otherwise there were too many, or it is not known how many. */
export type Admission = { ok: true; network: string; soft: boolean } | Exclude<RateTaken, { ok: true }>;

export type PostLimit = {
  /** Before anything is read: counts the post. Never rejects. */
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

/** Whoever posts may (RATE_LIMIT=off). */
export const NO_POST_LIMIT: PostLimit = { take: async () => ({ ok: true, network: '', soft: false }) };
