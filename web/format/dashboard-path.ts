export const DASHBOARD_PATH = "/dashboard";

/** Returns the router's address of a path below the dashboard, the same within nested routes. */
export function dashboardHref(path: string): string {
  return `~${DASHBOARD_PATH}${path === "/" ? "" : path}`;
}
