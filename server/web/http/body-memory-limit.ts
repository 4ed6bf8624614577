import type { ServerResponse } from 'node:http';
import { send, type HttpResponse } from '#server/web/http/http-response.ts';
import type { RetryLater } from '#server/web/http/shedding.ts';
import { IncomingMessage } from '#server/web/http/node-http.ts';

/*
 * Defends against many who send bodies that do not end, or in crumbs: each connection may hold 96 kB of a message, and Node
 * keeps half a kilobyte beside each piece of one byte, so that 20,000 connections could hold gigabytes. All bodies together
 * hold 64 MB at most; beyond it large ones are shed, and subscriptions are still taken (body-memory-limit.test.ts
 * holds the room full, and sends 20 such bodies more).
 */

/** A request that keeps no piece of its body unasked. Node hands the pieces in here, before anybody reads them. */
export class WeighedRequest extends IncomingMessage {
  keeps: (bytes: number) => boolean = () => true;
  isRefused = false;

  override push(piece: Buffer | null): boolean {
    if (piece === null || this.keeps(piece.length)) return super.push(piece);
    // False: Node reads no further.
    return !this.isRefused;
  }
}

/** What Node keeps beside the bytes of each piece, about. A sender may choose pieces of one byte. */
const EACH_PIECE = 512;
/** An ordinary subscription weighs less: large or slow bodies never keep one away. */
const SMALL = 4 * 1024;
/** No body may weigh more: the longest message in pieces of 100 bytes fits. */
const HEAVIEST = 1024 * 1024;

/**
 * Weighs the bodies whose answers are not out. When together they weigh more than `room`, those that are not small are
 * shed and read no further.
 */
export function limitBodyMemory(
  room: number,
  retryLater: RetryLater,
): (request: WeighedRequest, response: ServerResponse) => void {
  let taken = 0;
  return (request, response) => {
    // Nobody reads the body of anything but a post.
    if (request.method !== 'POST') return void (request.keeps = () => false);
    let own = 0;
    function keep(weight: number): void {
      if (own === 0) response.once('close', () => (taken -= own));
      own += weight;
      taken += weight;
    }
    request.keeps = (bytes) => {
      // Nobody waits for the rest of a body that is answered.
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
  // Whoever reads the body lets go of what came: the room is free with the answer, the connection lasts longer.
  request.removeAllListeners();
  response.shouldKeepAlive = false;
  send(response, answer);
}
