import type { Socket } from 'node:net';
import { WeighedRequest } from '#server/web/http/body-memory-limit.ts';
import { ServerResponse } from '#server/web/http/node-http.ts';

/**
 * Protects against a client that pipelines thousands of requests and reads no answer. Node emits all requests
 * of a chunk, 2,000 and more, even after the connection was closed, and keeps 2 kB for each until the turn of
 * the event loop ends: some 4 MB per connection, on any number of them. Of 1,000 pipelined requests at most
 * 33 are answered, with at most 72 objects instead of 2,000 (pipelining-limit.test.ts).
 *
 * Requests after the close are ignored: one request and one response stand for all of them.
 */
const requests = new WeakMap<Socket, PipelinedRequest>();
const responses = new WeakMap<Socket, PipelinedResponse>();

export class PipelinedRequest extends WeighedRequest {
  constructor(socket: Socket) {
    const one = socket.destroyed ? requests.get(socket) : undefined;
    if (one !== undefined) return one;
    super(socket);
    if (socket.destroyed) requests.set(socket, this);
  }
}

export class PipelinedResponse extends ServerResponse<PipelinedRequest> {
  constructor(request: PipelinedRequest, ...more: []) {
    const { socket } = request;
    const one = socket.destroyed ? responses.get(socket) : undefined;
    if (one !== undefined) return one;
    super(request, ...more);
    if (!socket.destroyed) return;
    responses.set(socket, this);
    // Node adds listeners for each request.
    this.on = () => this;
  }
}

export type Listener = (request: PipelinedRequest, response: PipelinedResponse) => void;

/** Closes a connection with more than `most` requests ahead of the one being answered. */
export function limitPipelining(most: number, answer: Listener): Listener {
  const ahead = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // Node assigns the socket when it is the response's turn.
    if (response.socket === null) {
      const count = (ahead.get(socket) ?? 0) + 1;
      if (count > most) return void socket.destroy();
      ahead.set(socket, count);
      response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 0) - 1));
    }
    answer(request, response);
  };
}
