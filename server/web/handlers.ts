import type { Guard } from '#server/abuse/guard.ts';
import type { SubscribeStore } from '#server/list/subscription.ts';
import type { Log, OncePerMinute } from '#server/log.ts';
import type { MessageStore } from '#server/messages/message.ts';
import type { DiskState } from '#server/store/disk/free-space.ts';
import type { Interest } from '#contract/subscribe.ts';
import { contactForm } from './contact.ts';
import { createFormPost, type Handler } from './form-post.ts';
import { jsonHeaders } from './http/headers.ts';
import { responseOf, send, type Problems } from './http/http-response.ts';
import type { HandlerName } from './routes.ts';
import { subscribeForm } from './subscribe.ts';
import type { LinkHandlers } from './token-pages/token-pages.ts';

export type Handlers = Record<HandlerName, Handler>;

export type HandlerDeps = {
  siteUrl: string;
  store: SubscribeStore;
  messages: MessageStore;
  /** The books that are handed out. */
  books: readonly Interest[];
  links: LinkHandlers;
  guard: Guard;
  /** Something was accepted from which more may have to follow. */
  onAccepted: () => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Whether the store can take a subscription now. */
  canStore: () => Promise<boolean>;
  /** Of the disk the store writes to. Never rejects. */
  diskState: () => Promise<DiskState>;
  log: Log;
};

type Tools = {
  problems: Problems;
  logOnce: OncePerMinute;
  storeTimeout: number;
  /** Whether it is about to close. */
  isStopping: () => boolean;
};

/** What answers each route of the table. */
export function createHandlers(deps: HandlerDeps, tools: Tools): Handlers {
  const { siteUrl, store, messages, books, links, guard, now } = deps;
  const { problems, isStopping } = tools;
  const forms = { ...deps, ...tools };
  const json = jsonHeaders(siteUrl);
  const yes = responseOf(200, json, '{"ok":true}');
  const degraded = responseOf(200, json, '{"ok":true,"degraded":"disk"}');
  const away = problems('unavailable', { headers: ['Retry-After', '10'] });

  /** A link says that the store is away, where others fail. */
  function orAway(answer: Handler): Handler {
    return async (request, response, posted) => {
      try {
        await answer(request, response, posted);
      } catch (error) {
        deps.log.error('a signed link could not be answered', { error });
        send(response, away);
      }
    };
  }

  return {
    subscribe: createFormPost(subscribeForm(store, siteUrl, books), forms),
    contact: createFormPost(contactForm(messages, now), forms),
    formToken: (_request, response) =>
      send(response, responseOf(200, json, JSON.stringify({ token: guard.token() }))),
    alive: (_request, response) => send(response, yes),
    ready: async (_request, response) => {
      const disk = await deps.diskState();
      const isReady = !isStopping() && disk !== 'full' && (await deps.canStore());
      const answer = disk === 'low' ? degraded : yes;
      send(response, isReady ? answer : away);
    },
    showLink: orAway(links.show),
    followLink: orAway(links.follow),
    giveBook: orAway(links.giveBook),
  };
}
