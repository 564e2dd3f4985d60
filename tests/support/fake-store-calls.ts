import type {
  CallContext,
  PublisherAppsRequest,
  StoreConnector,
  StorefrontAppsRequest,
} from "../../lib/stores/connector.ts";

export type FakeStoreCall = {
  readonly operation: Exclude<keyof StoreConnector, "platform">;
  /** The app, the apps joined by commas, the publisher, the chart, or the term that was searched. */
  readonly subject: string;
  readonly countries: readonly string[];
  readonly locales: readonly string[];
  /** The requested fields of a call for many apps of a storefront. */
  readonly fields?: StorefrontAppsRequest["fields"];
  /** A request names these pages of a publisher's apps. */
  readonly pages?: PublisherAppsRequest["pages"];
  readonly context: CallContext;
};

/** Notes a call unless it requests nothing. */
export type RecordCall = (call: Omit<FakeStoreCall, "locales"> & { readonly locales?: readonly string[] }) => void;
