import type { ListingTarget } from "../../lib/domain/country.ts";
import type { FailureReason } from "../../lib/domain/failed-item.ts";
import type { ChartRequest, StoreConnector } from "../../lib/stores/connector.ts";

/** A store that a test can arrange. Every connector and the fake are tested against the same contract. */
export type StoreWorld = {
  readonly connector: StoreConnector;
  /** An app that is sold in the storefronts of `targets`, and not in that of `absent`. */
  readonly externalId: string;
  readonly targets: readonly [ListingTarget, ListingTarget, ListingTarget];
  readonly absent: ListingTarget;
  readonly unknownId: string;
  /** The app's publisher, and one that the store does not know. */
  readonly publisherId: string;
  readonly unknownPublisherId: string;
  /** In the first storefront: a chart that has apps, and one that has none. */
  readonly chart: ChartRequest;
  readonly emptyChart: ChartRequest;
  /** A term that finds the app in the first storefront, and one that finds none. */
  readonly term: string;
  readonly termWithoutHits: string;
  /** Makes every request for the country fail for this reason, until healed. */
  fail(country: string, failure: { readonly reason: FailureReason; readonly retryAfterSeconds?: number }): void;
  /** Keeps every request for the country pending for longer than a connector waits. */
  hang(country: string): void;
  heal(): void;
};
