import type { PreviewMade, PreviewRequest } from '#contract/owner/preview.ts';
import { request } from '../../request.ts';

let before: Promise<unknown> = Promise.resolve();

/** Draws a page of the draft, one at a time: the server drops the older of two drawings of an owner. @throws Problem */
export function previewOf(body: PreviewRequest, signal?: AbortSignal): Promise<PreviewMade> {
  const made = before.then(() => {
    signal?.throwIfAborted();
    return request<PreviewMade>('/site/preview', { body, ...(signal && { signal }) });
  });
  before = made.catch(() => {});
  return made;
}
