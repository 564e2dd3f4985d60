const BASE = "/dashboard";

/** Returns the path below the dashboard to which a login leads back; other addresses lead home. */
export function returnAddress(value: string | null): string {
  if (value === null || !/^\/dashboard(?:[/?#]|$)/.test(value) || !URL.canParse(value, "http://dashboard.invalid"))
    return "/";
  const { host, pathname, search } = new URL(value, "http://dashboard.invalid");
  const isOwn = host === "dashboard.invalid" && (pathname === BASE || pathname.startsWith(`${BASE}/`));
  return isOwn ? `${pathname.slice(BASE.length) || "/"}${search}` : "/";
}
