import { DASHBOARD_FILE } from '#contract/documents.ts';
import type { Build } from '#server/build.ts';
import { dashboardHeaders } from '#server/web/http/headers.ts';
import { builtFile, createResource, type Resource } from './resource.ts';

/**
 * Its pages are words, numbers and names: nothing that a proxy could take for a file (`/dashboard/people.css`) and keep
 * for everybody.
 */
const PATH = /^\/dashboard(?:\/[\w:-]+)*\/?$/;

/** The one document of the owner's dashboard, at all its addresses. It holds nothing of anybody: that is the API's. */
export function createDashboard(build: Build, siteUrl: string): (path: string) => Resource | null {
  const type = ['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept-Encoding'];
  const resource = createResource(builtFile(build, DASHBOARD_FILE), [...dashboardHeaders(siteUrl), ...type]);
  return (path) => (PATH.test(path) ? resource : null);
}
