import { inAppPurchases, similar } from "@perttu/app-store-scraper";

import type { StoreSimulator } from "../../infra/store-simulator/simulator.ts";
import { get } from "../infra/stores/store-seams.ts";

/** `@perttu/app-store-scraper` as published, which reads the markup of a page and not its data. */
export function independentPageParser(simulator: StoreSimulator, country: string) {
  const requestOptions = { fetch: (input: string | URL | Request) => follow(simulator, new URL(String(input))) };
  return {
    inAppPurchases: (externalId: string) => inAppPurchases({ id: Number(externalId), country, requestOptions }),
    /** Ids of all apps that a page links to. */
    linkedApps: async (externalId: string) =>
      (await similar({ id: Number(externalId), country, requestOptions })).map(({ id }) => String(id)),
  };
}

/** A page redirects once, to the address with the app's name. */
async function follow(simulator: StoreSimulator, { host, pathname, search }: URL): Promise<Response> {
  const response = await get(simulator, host, pathname + search);
  const location = response.headers.get("location");
  return location === null ? response : get(simulator, host, new URL(location).pathname);
}
