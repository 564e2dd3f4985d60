import { DASHBOARD_PATH } from "../format/dashboard-path.ts";

/** Paths below /dashboard whose screens are also for visitors without a session. */
export const publicPaths = { login: "/login", register: "/register" } as const;

/** Returns whether an address shows its screen also to who is not logged in. */
export function isPublic(pathname: string): boolean {
  return Object.values(publicPaths).some((path) => pathname === DASHBOARD_PATH + path);
}
