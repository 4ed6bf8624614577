import { DASHBOARD_FILE } from '#contract/documents.ts';
import type { Build } from '#server/base/build.ts';
import { dashboardHeaders } from '#server/base/headers.ts';
import { builtFile, createResource, type Resource } from './resource.ts';

/**
 * Paths have words, numbers and names: nothing that a proxy could take for a static file
 * (`/dashboard/people.css`) and cache for everybody.
 */
const PATH = /^\/dashboard(?:\/[\w:-]+)*\/?$/;

/** The single document of the dashboard, at all its URLs. It contains no data: that comes from the API. */
export function createDashboard(build: Build, siteUrl: string): (path: string) => Resource | null {
  const type = ['Content-Type', 'text/html; charset=utf-8', 'Vary', 'Accept-Encoding'];
  const resource = createResource(builtFile(build, DASHBOARD_FILE), [...dashboardHeaders(siteUrl), ...type]);
  return (path) => (PATH.test(path) ? resource : null);
}
