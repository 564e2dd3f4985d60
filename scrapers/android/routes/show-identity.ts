import { appIdSchema, countryQuery } from "../../contracts/android.ts";
import { defineRoute } from "../../http/route.ts";
import type { PlayStore } from "../store/play-store.ts";
import { RECORD_LOCALE } from "../store/record-locale.ts";
import { shapeIdentity } from "../store/shape-records.ts";

export const showIdentityRoute = defineRoute({
  path: "/apps/:appId/identity",
  query: countryQuery.extend({ appId: appIdSchema }),
  handle: async (store: PlayStore, { appId, country }, call) =>
    shapeIdentity(await store.readApp({ appId, country, locale: RECORD_LOCALE }, call)),
});
