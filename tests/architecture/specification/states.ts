import type { Section } from "./row.ts";

const whole = "sync/full-sync.test.ts > goes through identity, listings, metrics and finalize on the run's own queue";
const relisted =
  "sync/phases/listings.test.ts > requests a storefront that returns 404 once, however many languages it shows";
const retried =
  "sync/phases/reconciling.test.ts > with reason %s never make a country unavailable, and reconciling requests them again";

export const states: Section = {
  section: "States and transitions",
  rows: [
    {
      row: "identity: identity of the app is fetched",
      tests: [
        whole,
        "sync/phases/identity.test.ts > requests the app's origin first, then us, and a 404 marks that country unavailable",
      ],
    },
    {
      row: "listings: store listings per country and locale",
      tests: [
        whole,
        "sync/listing-places.test.ts > are read so that every storefront with the app has its listing, and one without it is requested at most once",
        "sync/full-sync.test.ts > stores a listing per store language and a metrics row per storefront of an iOS app",
      ],
    },
    {
      row: "metrics: per-country metrics, stored globally under zz for Android",
      tests: [
        "sync/full-sync.test.ts > stores a listing per store language and a metrics row per storefront of an iOS app",
        "sync/full-sync.test.ts > stores measured values of an Android app under the global sentinel alone",
      ],
    },
    {
      row: "finalize: diffs applied; apps.is_available and unavailable_countries recomputed",
      tests: [
        "sync/phases/finalize.test.ts > makes an app unavailable once every storefront has a row without it",
        "sync/phases/finalize.test.ts > recomputes is_available and unavailable_countries from the app's metrics",
        "sync/phases/listings.test.ts > records each field that changed, also within a version, and a revision",
      ],
    },
    {
      row: "reconciling: the items in failed_items are re-run",
      tests: [
        retried,
        "sync/phases/reconciling.test.ts > store the same rows, once repaired, as a run in which nothing failed",
      ],
    },
    {
      row: "the phase is tracked in the sync status record",
      tests: [
        "api/apps/show-sync-status.test.ts > shows a run under way with its progress, its time so far and its failed items",
      ],
    },
    {
      row: "identity fetch fails: pipeline aborted, later phases do not run",
      tests: [
        "sync/phases/identity.test.ts > is retried with growing delays when the store fails, then aborts the run and changes no availability",
        "sync/phases/identity.test.ts > fails the run and makes the app unavailable when every storefront returned 404",
      ],
    },
    {
      row: "any fetch phase, scraper 404: is_available of that country set to false, permanently unavailable, not retried",
      tests: [
        "sync/phases/identity.test.ts > requests the app's origin first, then us, and a 404 marks that country unavailable",
        relisted,
        "sync/phases/identity.test.ts > is requested neither by scheduled runs nor by reconciling, however long ago it was requested",
        "sync/phases/reconciling.test.ts > that return 404 in reconciling make the country unavailable and are not requested again",
        "stores/bulk-requests.test.ts > never asks an empty response again",
      ],
    },
    {
      row: "any fetch phase, scraper 5xx: the call is retried",
      tests: [
        retried,
        "stores/quick-retry.test.ts > asks once more after a failure and gives the second response",
        "stores/bulk-requests.test.ts > asks only the failed items again, in one call, and puts their responses in place",
      ],
    },
  ],
};
