import { DASHBOARD_PATH } from "../../format/dashboard-path.ts";

/** An address of the dashboard, as the service saves it. */
export type ViewScope = { readonly path: string; readonly query: Readonly<Record<string, string>> };

/** These parameters say which part of a list is open. A view does not save them. */
const LEFT_OUT = ["page", "events", "event", "return"];
/** No screen has other keys. */
const KEY = /^[a-z][a-z0-9_]{0,39}$/;

/** Returns the part of an address that a view saves. */
export function viewScopeOf({ pathname, search }: { readonly pathname: string; readonly search: string }): ViewScope {
  const path = pathname.slice(DASHBOARD_PATH.length);
  const query = [...new URLSearchParams(search)].filter(([key]) => KEY.test(key) && !LEFT_OUT.includes(key));
  return { path: path === "" ? "/" : path, query: Object.fromEntries(query) };
}

/** Returns a path below the dashboard. A link leaves the scope of its view as it is (`isWhole` of `TextLink`). */
export function viewPath({ path, query }: ViewScope): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** Returns whether the address shows the view. */
export function showsView(scope: ViewScope, address: { readonly pathname: string; readonly search: string }): boolean {
  const shown = viewScopeOf(address);
  const keys = new Set([...Object.keys(shown.query), ...Object.keys(scope.query)]);
  return shown.path === scope.path && [...keys].every((key) => shown.query[key] === scope.query[key]);
}
