import type { StoreConnector } from "../../../lib/stores/connector.ts";

/** Reads the one listing whose page shows facts from `stores`, since the catalogue returns texts alone. */
export function withFactsOfPages(catalogue: StoreConnector, stores: StoreConnector): StoreConnector {
  return {
    ...catalogue,
    fetchListings: async ({ externalId, targets, factsOf }, context) => {
      const read = targets.map((target) =>
        target === factsOf
          ? stores.fetchListings({ externalId, targets: [target], factsOf }, context)
          : catalogue.fetchListings({ externalId, targets: [target] }, context),
      );
      return (await Promise.all(read)).flat();
    },
  };
}
