import type { Data } from "../../client/operation-types.ts";
import type { Platform } from "../../format/app-path.ts";

/** A change in one language or storefront. */
export type Change = Data<"showEvent">[number];

export type ChangedApp = { readonly platform: Platform; readonly external_id: string; readonly name: string };
