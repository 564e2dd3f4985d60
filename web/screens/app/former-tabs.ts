import { type AppTabName, appTabPath, type Platform } from "../../format/app-path.ts";

type Successor = {
  readonly tab: AppTabName;
  readonly view?: string;
  /** Choices that have another name now. */
  readonly renamed?: Readonly<Record<string, string>>;
};

/** Tabs that other tabs have taken over. Their addresses stand in bookmarks and in messages. */
const successors: Readonly<Record<string, Successor>> = {
  diff: { tab: "listing", view: "differences", renamed: { from: "before", to: "at" } },
  facts: { tab: "listing", view: "facts" },
  versions: { tab: "changes", view: "versions" },
  prices: { tab: "storefronts" },
  availability: { tab: "storefronts" },
  rivals: { tab: "competitors" },
};

type Address = {
  readonly platform: Platform;
  readonly externalId: string;
  readonly tab: string;
  /** The query of the address. */
  readonly search: string;
};

/** Returns the address that shows what a former tab showed, or undefined for any other tab. */
export function movedAddress({ platform, externalId, tab, search }: Address): string | undefined {
  const params = new URLSearchParams(search);
  const successor = Object.hasOwn(successors, tab) ? successors[tab] : firstTabOf(tab, params);
  if (successor === undefined) return undefined;
  const { tab: now, view, renamed = {} } = successor;
  const choices = [...params].map(([name, value]) => [renamed[name] ?? name, value] as const);
  const shown = view === undefined ? {} : { view };
  return appTabPath({ platform, external_id: externalId }, now, { ...shown, ...Object.fromEntries(choices) });
}

/** The listing was the first tab of an app, so its choices stand in addresses without a tab. */
function firstTabOf(tab: string, params: URLSearchParams): Successor | undefined {
  return tab === "" && (params.has("locale") || params.has("at")) ? { tab: "listing" } : undefined;
}
