import { appIdSchema, storefrontQuery } from "../../contracts/ios.ts";
import { defineRoute } from "../../http/route.ts";
import type { AppStore } from "../store/app-store.ts";
import { shapeIdentity } from "../store/shape-records.ts";

export const showIdentityRoute = defineRoute({
  path: "/apps/:appId/identity",
  query: storefrontQuery.extend({ appId: appIdSchema }),
  handle: async (store: AppStore, { appId, country, lang }, call) => {
    const { app } = await store.lookUp({ appId, country, lang }, call);
    return shapeIdentity(app);
  },
});
