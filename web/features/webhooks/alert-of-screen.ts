import { optionalText, readState, type Values } from "../../client/codec.ts";
import { appTabPaths, type Platform } from "../../format/app-path.ts";
import { eventFilters, NOTABLE_WEIGHT } from "../events/event-filters.ts";
import type { EventKind } from "../events/event-kinds.ts";
import { showsEvents } from "../feeds/feed-of-view.ts";
import { scopeState } from "../scope/scope.ts";
import { type AppPath, appOfPath, scopePartsOf } from "../scope/scope-parts.ts";
import type { View } from "../views/use-views.ts";
import { showsView, viewScopeOf } from "../views/view-address.ts";
import type { Alert } from "./alert.ts";
import { alertPlaces } from "./alert-places.ts";

/** The service's maximum of `app_ids`. */
const APPS_MAX = 100;

type Address = { readonly pathname: string; readonly search: string };
type NamedApp = {
  readonly id: number;
  readonly platform: Platform;
  readonly external_id: string;
  readonly name: string | null;
};

/** The dashboard has read this for the screen at an address. */
export type KnownOfScreen = {
  readonly views: readonly Pick<View, "id" | "name" | "scope">[];
  /** The name of the app that the screen is about. */
  readonly appName: string | undefined;
  /** The first language of the country. */
  readonly language: string | undefined;
  /** The apps that a screen of changes offers. */
  readonly apps: readonly NamedApp[];
  /** The competitors of the app of "Competitors of", if one is chosen. */
  readonly rivalIds: readonly number[] | undefined;
};

const state = { ...eventFilters, whose: scopeState.whose, view: optionalText(), of: optionalText() };

/** Reads the part of an address that an alert can take. What its screen does not follow is left out. */
export function readScreen(address: Address) {
  const { path } = viewScopeOf(address);
  const { view, ...values } = readState(state, address.search);
  const { hasSides, hasTags, where } = scopePartsOf(path, view);
  const app = appOfPath(path);
  const isOfChanges = path.startsWith("/changes/");
  const isFiltered = isOfChanges || app?.tab === appTabPaths.changes;
  const side = path.match(/^\/(?:changes\/)?(competitors|all)$/)?.[1];
  return {
    app,
    isOfChanges,
    side: side ?? (hasSides && !isOfChanges ? values.whose : "apps"),
    kinds: isFiltered && values.field !== "" ? [values.field] : kindsOf(path, { app, view }),
    country: where === undefined ? "" : countryOf(path, values.country),
    locale: isFiltered || app?.tab === appTabPaths.listing ? values.locale : "",
    minWeight: isFiltered && values.weight === "notable" ? NOTABLE_WEIGHT : 0,
    tags: hasTags ? values.tags : [],
    ...ofChanges(path, values),
  };
}

/** Charts are those of the United States unless another country is chosen. */
function countryOf(path: string, chosen: string): string {
  return chosen === "" && path === "/charts" ? "us" : chosen.toLowerCase();
}

function ofChanges(path: string, { app, of = "" }: Pick<Values<typeof state>, "app" | "of">) {
  const isOfChanges = path.startsWith("/changes/");
  return { appId: isOfChanges ? app : "", rivalsOf: path === "/changes/competitors" && app === "" ? of : "" };
}

const kindsOfTabs: ReadonlyMap<string, readonly EventKind[]> = new Map([
  [appTabPaths.listing, ["listing"]],
  [appTabPaths.ratings, ["rating"]],
  [appTabPaths.rankings, ["rank"]],
  [appTabPaths.storefronts, ["price", "availability"]],
  [appTabPaths.keywords, ["keyword_rank"]],
]);

type Shown = { readonly app: AppPath | undefined; readonly view: string | undefined };

/** Returns the kinds of events that a screen is about, or none for all. */
function kindsOf(path: string, { app, view }: Shown): readonly EventKind[] {
  if (app === undefined) return path === "/charts" ? ["rank"] : [];
  if (app.tab === appTabPaths.listing && view === "facts") return ["facts"];
  if (app.tab === appTabPaths.changes && view === "versions") return ["version"];
  return kindsOfTabs.get(app.tab) ?? [];
}

/** Returns the alert that a screen offers. A saved view is followed as a whole. */
export function alertOfScreen(address: Address, known: KnownOfScreen): Alert {
  const view = known.views.find(({ scope }) => showsEvents(scope) && showsView(scope, address));
  if (view !== undefined) {
    const scope = { kind: "view", app: null, view: { id: view.id, name: view.name } } as const;
    return { scope, kinds: [], minWeight: 0, filter: {}, cautions: [] };
  }
  const screen = readScreen(address);
  const { kinds, minWeight } = screen;
  const { scope, appIds } = appsOf(screen, known);
  const places = alertPlaces(screen, known.language);
  const filter = { ...(appIds.length > 0 && { app_ids: [...appIds] }), ...places };
  return { scope, kinds, minWeight, filter, cautions: cautionsOf(screen, { scope, appIds, places }) };
}

type Taken = AlertApps & { readonly places: ReturnType<typeof alertPlaces> };

/** Returns sentences about the parts of the screen that the alert does not follow. */
function cautionsOf(
  { kinds, rivalsOf, side, tags }: ReturnType<typeof readScreen>,
  { scope, appIds, places: { country_codes: countries, locales } }: Taken,
): readonly string[] {
  const isOfRivals = rivalsOf !== "";
  const cautions: readonly (readonly [boolean, string])[] = [
    [scope.kind === "mine" && side === "all", "It tells of your apps, and not of competitors."],
    [tags.length > 0, "It tells of apps without these tags, too."],
    [isOfRivals && appIds.length === 0, "It tells of all competitors."],
    [isOfRivals && appIds.length > 0, "It tells of the competitors that the app has now."],
    [
      countries !== undefined && kinds.length === 0,
      "It tells of no texts, since their changes name languages and not countries.",
    ],
    [
      locales !== undefined && kinds.includes("listing"),
      "It tells of no screenshots and icons, since their changes name no language.",
    ],
  ];
  return cautions.filter(([applies]) => applies).map(([, sentence]) => sentence);
}

type AlertApps = { readonly scope: Alert["scope"]; readonly appIds: readonly number[] };

function appsOf(
  { app, appId, side }: Pick<ReturnType<typeof readScreen>, "app" | "appId" | "side">,
  { appName, apps, rivalIds = [] }: KnownOfScreen,
): AlertApps {
  const chosen =
    app === undefined
      ? apps.find(({ id }) => String(id) === appId)
      : { platform: app.platform, external_id: app.externalId, name: appName ?? null };
  if (chosen !== undefined) {
    const { platform, external_id, name } = chosen;
    return { scope: { kind: "app", app: { platform, external_id, name }, view: null }, appIds: [] };
  }
  return {
    scope: { kind: side === "competitors" ? "rivals" : "mine", app: null, view: null },
    appIds: appId === "" ? rivalIds.slice(0, APPS_MAX) : [Number(appId)],
  };
}
