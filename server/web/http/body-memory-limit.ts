import type { ServerResponse } from 'node:http';
import { send, type HttpResponse } from '#server/web/http/http-response.ts';
import type { RetryLater } from '#server/web/http/shedding.ts';
import { IncomingMessage } from '#server/web/http/node-http.ts';

/*
 * Protects against many clients with endless or tiny-chunk bodies: each connection may buffer 96 kB of a
 * message, and Node adds half a kilobyte per chunk, even of one byte, so that 20,000 connections could take
 * gigabytes. All bodies together are limited to 64 MB; beyond it large ones are shed, and subscriptions are
 * still accepted (body-memory-limit.test.ts fills the budget, and sends 20 such bodies more).
 */

/** A request that buffers no chunk unasked. Node calls `push` before anybody reads the chunk. */
export class WeighedRequest extends IncomingMessage {
  keeps: (bytes: number) => boolean = () => true;
  isRefused = false;

  override push(piece: Buffer | null): boolean {
    if (piece === null || this.keeps(piece.length)) return super.push(piece);
    // False: Node stops reading.
    return !this.isRefused;
  }
}

/** Node's overhead per chunk, roughly. A client may choose chunks of one byte. */
const EACH_PIECE = 512;
/** Ordinary subscriptions weigh less: large or slow bodies never shed them. */
const SMALL = 4 * 1024;
/** Maximum weight of a body: the longest message in chunks of 100 bytes fits. */
const HEAVIEST = 1024 * 1024;

/**
 * Weighs the bodies of unanswered requests. Above `room` in total, bodies that are not small are shed and not
 * read further.
 */
export function limitBodyMemory(
  room: number,
  retryLater: RetryLater,
): (request: WeighedRequest, response: ServerResponse) => void {
  let taken = 0;
  return (request, response) => {
    // Only posts have bodies that are read.
    if (request.method !== 'POST') return void (request.keeps = () => false);
    let own = 0;
    function keep(weight: number): void {
      if (own === 0) response.once('close', () => (taken -= own));
      own += weight;
      taken += weight;
    }
    request.keeps = (bytes) => {
      // The rest of an answered body is not needed.
      if (response.writableEnded || response.destroyed) return false;
      const weight = bytes + EACH_PIECE;
      const fits = own + weight <= SMALL || (own + weight <= HEAVIEST && taken + weight <= room);
      if (fits) keep(weight);
      else refuse(request, response, retryLater('bodies'));
      return fits;
    };
  };
}

function refuse(request: WeighedRequest, response: ServerResponse, answer: HttpResponse): void {
  request.isRefused = true;
  // Dropping the listeners frees the chunks with the answer; the connection lasts longer.
  request.removeAllListeners();
  response.shouldKeepAlive = false;
  send(response, answer);
}
