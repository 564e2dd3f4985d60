import type { Section } from "./row.ts";

const whole = "sync/full-sync.test.ts > goes through identity, listings, metrics and finalize on the run's own queue";
const relisted =
  "sync/phases/listings.test.ts > asks a storefront that returns 404 once, whatever languages are read in it";
const retried =
  "sync/phases/reconciling.test.ts > of reason %s never make a country unavailable, and reconciling re-runs them";

export const states: Section = {
  section: "States and transitions",
  rows: [
    {
      row: "identity: identity of the app is fetched",
      tests: [
        whole,
        "sync/phases/identity.test.ts > asks the app's origin first, then us; a 404 marks that country unavailable",
      ],
    },
    {
      row: "listings: store listings per country and locale",
      tests: [
        whole,
        "sync/listing-places.test.ts > are read so that each storefront with the app has its listing, and one without is asked at most once",
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
        "sync/phases/finalize.test.ts > makes an app unavailable once each storefront has a row that says so",
        "sync/phases/finalize.test.ts > recomputes is_available and unavailable_countries from the app's metrics",
        "sync/phases/listings.test.ts > records each field that changed, within a version too, and a revision for it",
      ],
    },
    {
      row: "reconciling: the items in failed_items are re-run",
      tests: [
        retried,
        "sync/phases/reconciling.test.ts > leave the same rows, once repaired, as a run in which nothing failed",
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
        "sync/phases/identity.test.ts > ends the run as failed, and the app as unavailable, when every storefront has said that it is gone",
      ],
    },
    {
      row: "any fetch phase, scraper 404: is_available of that country set to false, permanently unavailable, not retried",
      tests: [
        "sync/phases/identity.test.ts > asks the app's origin first, then us; a 404 marks that country unavailable",
        relisted,
        "sync/phases/identity.test.ts > is asked by no scheduled run and by no reconciling, however long ago it was looked at",
        "sync/phases/reconciling.test.ts > that return 404 in reconciling make the country unavailable and are asked no more",
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
