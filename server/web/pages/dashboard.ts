import { DASHBOARD_FILE } from '#contract/documents.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Build } from '#server/build.ts';
import { readCookie } from '#server/web/owner/cookies.ts';
import { dashboardHeaders } from '#server/web/http/headers.ts';
import { responseOf, type HttpResponse } from '#server/web/http/http-response.ts';
import { builtFile, createResource, type Resource } from './resource.ts';

/**
 * Paths have words, numbers and names: nothing that a proxy could take for a static file
 * (`/dashboard/people.css`) and cache for everybody.
 */
const PATH = /^\/dashboard(?:\/[\w:-]+)*\/?$/;

/** The single document of the dashboard, at all its URLs. It contains no data, which comes from the API,
 * but in a known browser the key with which it asks. */
export function createDashboard(
  build: Build,
  siteUrl: string,
  keyOf: (known: string) => string,
): (path: string, headers: IncomingHttpHeaders) => Resource | HttpResponse | null {
  const type = ['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept-Encoding'];
  const headers = [...dashboardHeaders(siteUrl), ...type];
  const resource = createResource(builtFile(build, DASHBOARD_FILE), headers);
  const html = builtFile(build, DASHBOARD_FILE).identity.toString('utf8');
  return (path, asker) => {
    if (!PATH.test(path)) return null;
    // No script reads what a browser opens as a document of its own: it is in no frame, and has no opener (headers.ts).
    const known = asker['sec-fetch-dest'] === 'document' ? readCookie(asker.cookie, 'known', siteUrl) : null;
    if (known === null) return resource;
    return responseOf(200, headers, html.replace('<html ', `<html data-key="${keyOf(known)}" `));
  };
}
