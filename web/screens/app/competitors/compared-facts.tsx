import type { ReactNode } from "react";

import type { Data } from "../../../client/operation-types.ts";
import { Count } from "../../../components/count.tsx";
import { DayText } from "../../../components/day-text.tsx";
import { Stars } from "../../../components/stars.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { countryName } from "../../../format/locale-names.ts";
import { formatCount } from "../../../format/numbers.ts";
import { describeCadence, releaseCadence } from "../release-cadence.ts";
import { comparedPrice } from "./compared-price.ts";
import { LongText } from "./long-text.tsx";

export type ComparedApp = Data<"showApp">;
type Listing = ComparedApp["listings"][number];

export type Fact = { readonly name: string; readonly value: (app: ComparedApp) => ReactNode };

type Compared = {
  readonly locale: string;
  readonly country: string;
};

export function comparedFacts({ locale, country }: Compared): readonly Fact[] {
  const text = (show: (listing: Listing) => ReactNode) => (app: ComparedApp) => {
    const listing = app.listings.find((one) => one.locale === locale);
    return listing === undefined ? "Not in this language" : show(listing);
  };
  return [
    { name: "Rating", value: ({ rating }) => <Stars rating={rating} /> },
    { name: "Ratings", value: ({ rating_count }) => <Count value={rating_count} /> },
    { name: `Price in ${countryName(country)}`, value: (app) => comparedPrice(app, country) },
    { name: "Version", value: ({ version }) => version ?? "–" },
    { name: "Last release", value: ({ versions }) => <DayText day={releaseCadence(versions).last ?? null} /> },
    { name: "Release cadence", value: ({ versions }) => describeCadence(releaseCadence(versions)) },
    { name: "Known versions", value: ({ versions }) => formatCount(versions.length) },
    {
      name: "Languages of the app",
      value: ({ supported_locales: own }) => (own === null ? "–" : formatCount(own.length)),
    },
    { name: "Languages of the listing", value: ({ listings }) => formatCount(listings.length) },
    { name: "Storefronts without the app", value: ({ unavailable_countries: codes }) => formatCount(codes.length) },
    { name: "Category", value: ({ category }) => category?.name ?? "–" },
    { name: "Publisher", value: ({ publisher }) => publisher?.name ?? "–" },
    { name: "Title", value: text(({ title }) => <bdi>{title}</bdi>) },
    {
      name: "Subtitle or short description",
      value: text(({ short_description, subtitle }) => <bdi>{subtitle ?? short_description ?? "–"}</bdi>),
    },
    { name: "Screenshots", value: text(({ screenshots }) => formatCount(screenshots.length)) },
    { name: "What’s new", value: text(({ whats_new }) => <LongText text={whats_new} />) },
    {
      name: "Description",
      value: text(({ description, description_length }) => (
        <LongText text={description} detail={`${formatCount(description_length)} characters`} />
      )),
    },
    { name: "Last sync", value: ({ last_synced_at }) => <TimeAgo at={last_synced_at} /> },
  ];
}
