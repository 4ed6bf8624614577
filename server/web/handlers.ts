import type { OptionalField } from '#contract/contact.ts';
import type { AskedBooks } from '#server/books/titles.ts';
import type { SubscribeStore } from '#server/list/subscribe.ts';
import type { MessageStore } from '#server/messages/message.ts';
import type { DiskState } from '#server/store/disk/free-space.ts';
import { contactForm } from './contact.ts';
import { createFormPost, type FormPostDeps, type RequestHandler } from './form-post.ts';
import { jsonHeaders } from '#server/base/headers.ts';
import { responseOf, send } from './http/http-response.ts';
import type { HandlerName } from './routes.ts';
import { subscribeForm } from './subscribe.ts';
import { createReturnsPost, type ReturnsDeps } from './delivery-events.ts';
import type { TokenPages } from './token-pages/token-pages.ts';

/** What depends on the site that is shown, and on settings that an owner may change. */
export type SiteHandlerDeps = {
  siteUrl: string;
  store: SubscribeStore;
  messages: MessageStore;
  /** The fields of the contact form that may be empty. */
  optionalFields: readonly OptionalField[];
  books: AskedBooks;
  isDraft: FormPostDeps['isDraft'];
  links: TokenPages;
};

export type HandlerDeps = SiteHandlerDeps &
  FormPostDeps &
  ReturnsDeps & {
    /** Milliseconds since 1970. */
    now: () => number;
    /** Proves to itself who this server is (settings/address.ts); null for anything but a question. */
    answerQuestion: (question: string) => string | null;
    /** Whether the store can store a subscription now. */
    canStore: () => Promise<boolean>;
    /** The state of the store's disk. Never rejects. */
    diskState: () => Promise<DiskState>;
    /** Whether the server is shutting down. */
    isStopping: () => boolean;
  };

/** The handler of each route in the table. */
export function createHandlers(deps: HandlerDeps): Record<HandlerName, RequestHandler> {
  const { siteUrl, store, messages, optionalFields, books, links, guard, problems } = deps;
  const json = jsonHeaders(siteUrl);
  const yes = responseOf(200, json, '{"ok":true}');
  const degraded = responseOf(200, json, '{"ok":true,"degraded":"disk"}');
  const away = problems('unavailable', ['Retry-After', '10']);

  return {
    subscribe: createFormPost(subscribeForm(store, siteUrl, books), deps),
    contact: createFormPost(contactForm(messages, optionalFields, deps.now), deps),
    returns: createReturnsPost(deps),
    formToken: (_request, response) =>
      send(response, responseOf(200, json, JSON.stringify({ token: guard.token() }))),
    thisServer: ({ url = '' }, response) => {
      const question = new URLSearchParams(url.split('?', 2)[1]).get('question') ?? '';
      const answer = deps.answerQuestion(question);
      send(
        response,
        answer === null ? problems('malformed') : responseOf(200, json, JSON.stringify({ answer })),
      );
    },
    alive: (_request, response) => send(response, yes),
    ready: async (_request, response) => {
      const disk = await deps.diskState();
      const isReady = !deps.isStopping() && disk !== 'full' && (await deps.canStore());
      const answer = disk === 'low' ? degraded : yes;
      send(response, isReady ? answer : away);
    },
    showLink: links.show,
    followLink: links.follow,
    giveBook: links.giveBook,
  };
}
