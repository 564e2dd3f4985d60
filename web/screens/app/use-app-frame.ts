import { createContext, useContext } from "react";

import type { Data } from "../../client/operation-types.ts";
import { todayUtc, utcDay } from "../../format/days.ts";

export type AppFrameValue = {
  readonly platform: "ios" | "android";
  readonly externalId: string;
  readonly params: { readonly platform: "ios" | "android"; readonly external_id: string };
  readonly app: Data<"showApp">;
  /** Returns the address of a tab, as in `href("ratings")`. */
  readonly href: (tab: string, search?: string) => string;
};

export const AppFrameContext = createContext<AppFrameValue | undefined>(undefined);

/** Returns the app of the surrounding frame. Throws a TypeError outside one. */
export function useAppFrame(): AppFrameValue {
  const value = useContext(AppFrameContext);
  if (value === undefined) throw new TypeError("A tab of an app must be rendered inside the app's frame.");
  return value;
}

/** Returns today, or the day of the last sync if this machine's clock is behind. */
export function lastDay(
  { last_synced_at: syncedAt }: Pick<AppFrameValue["app"], "last_synced_at">,
  nowMs: number,
): string {
  const today = todayUtc(nowMs);
  return syncedAt !== null && utcDay(syncedAt) > today ? utcDay(syncedAt) : today;
}
