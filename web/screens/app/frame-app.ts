import type { Data } from "../../client/operation-types.ts";
import type { Overview } from "./use-overview.ts";

type AppDetail = Data<"showApp">;

/** The frame shows these fields of an app. The overview has them too, but not how often the app is read. */
export type FrameApp = Overview["app"] &
  Pick<AppDetail, "origin_country_code" | "unavailable_countries"> &
  Partial<Pick<AppDetail, "refresh">>;

export function frameAppOf(overview: Overview | undefined): FrameApp | undefined {
  if (overview === undefined) return undefined;
  const { app, origin_country_code, unavailable_countries } = overview;
  return { ...app, origin_country_code, unavailable_countries };
}
