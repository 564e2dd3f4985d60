/** All addresses of the dashboard begin with it. */
export const DASHBOARD_PATH = "/dashboard";
