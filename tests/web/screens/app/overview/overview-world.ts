import { daysBetween } from "../../../../../web/format/days.ts";
import type { Overview, OverviewBody } from "../../../../../web/screens/app/use-overview.ts";

type Day = Overview["series"][number];

export const LAST = "2026-11-26";
export const charts: Overview["charts"] = [
  { country_code: "de", collection: "top_paid", category: { id: 7, name: "Weather" } },
  { country_code: "de", collection: "top_free", category: { id: 1, name: "All" } },
];
export const meta: OverviewBody["meta"] = {
  from: "2026-10-01",
  to: LAST,
  country_code: "de",
  ratings_country_code: null,
};

/** Returns days until the last one, each with values made of its place. */
export function daysOf(count: number, valuesOf: (place: number) => Partial<Day> = () => ({})): readonly Day[] {
  return daysBetween("2026-01-01", LAST)
    .slice(-count)
    .map((date, place) => ({
      date,
      rating: 4,
      rating_count: 1_000 + place,
      gained: 1,
      price: 1.99,
      currency: "EUR",
      ranks: [50, null],
      ...valuesOf(place),
    }));
}
