export const DASHBOARD_PATH = "/dashboard";

/** Returns an address with `~`, which wouter treats as absolute, so that it is the same within nested routes. */
export function dashboardHref(path: string): string {
  return `~${DASHBOARD_PATH}${path === "/" ? "" : path}`;
}
