export const DASHBOARD_PATH = "/dashboard";

/** The `~` makes the address absolute for the router, so that it is the same within nested routes. */
export function dashboardHref(path: string): string {
  return `~${DASHBOARD_PATH}${path === "/" ? "" : path}`;
}
