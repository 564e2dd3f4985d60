import type { Data } from "../../client/operation-types.ts";
import { storeNames } from "../../format/app-path.ts";

/** The events of a feed or of a webhook. */
export type FeedScope = Data<"listFeeds">[number]["scope"];
export type FeedKind = FeedScope["kind"];

/** The names are those by which the service's problems name the fields. An app is such as "ios 123", and "" is none. */
export type ScopeFields = {
  readonly "scope.kind": FeedKind;
  readonly "scope.app": string;
  readonly "scope.view_id": string;
};

/** Returns the fields of a new scope: of a saved view, or with 0 of the user's apps. */
export function newScopeFields(view: number): ScopeFields {
  return { "scope.kind": view === 0 ? "mine" : "view", "scope.app": "", "scope.view_id": view === 0 ? "" : `${view}` };
}

export function scopeFieldsOf({ kind, app, view }: FeedScope): ScopeFields {
  return {
    "scope.kind": kind,
    "scope.app": app === null ? "" : appOptionId(app),
    "scope.view_id": view === null ? "" : `${view.id}`,
  };
}

/** Returns the scope as the service stores it. The service reports a missing part. */
export function scopeOf({ "scope.kind": kind, "scope.app": app, "scope.view_id": view }: ScopeFields) {
  const [platform, id = ""] = app.split(" ");
  if (kind === "app" && (platform === "ios" || platform === "android"))
    return { kind, app: { platform, external_id: id } } as const;
  return kind === "view" && view !== "" ? { kind, view_id: Number(view) } : { kind };
}

type StoreApp = Pick<NonNullable<FeedScope["app"]>, "platform" | "external_id">;

export function appOptionId({ platform, external_id: id }: StoreApp): string {
  return `${platform} ${id}`;
}

export function describeScope({ kind, app, view }: FeedScope): string {
  if (kind === "mine") return "Your apps";
  if (kind === "rivals") return "Competitors";
  if (kind === "view") return view === null ? "A view that was deleted" : `View “${view.name}”`;
  return app === null ? "An app" : `${app.name ?? app.external_id} (${storeNames[app.platform]})`;
}
