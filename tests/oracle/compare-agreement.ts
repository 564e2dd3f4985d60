import { compare, type Findings } from "./findings.ts";
import type { AppState } from "./read-api.ts";

/** Compares what several endpoints show of an app's availability and ratings. They agree at every time of a day. */
export function compareAgreement(findings: Findings, day: number, state: AppState): void {
  const { app, availability, detail, ratings, summary } = state;
  const about = { day, app };
  const absent = availability.filter(({ is_available }) => is_available === false).map((row) => row.country_code);
  compare(findings, {
    ...about,
    place: "detail",
    kind: "detail and availability agree",
    stored: [detail.is_available, detail.unavailable_countries.toSorted()],
    expected: [absent.length < availability.length, absent.toSorted()],
  });
  compare(findings, {
    ...about,
    place: "detail",
    kind: "detail and summary agree",
    stored: [detail.rating, detail.rating_count, detail.metrics_as_of],
    expected: [summary.rating, summary.rating_count, summary.metrics_as_of],
  });
  if (app.platform === "android") return;
  compare(findings, {
    ...about,
    place: "breakdown",
    kind: "breakdown and availability agree",
    stored: ratings.map((row) => [row.country_code, row.is_available, row.metrics_as_of]),
    expected: availability.map((row) => [row.country_code, row.is_available, row.as_of]),
  });
  compareSum(findings, day, state);
}

/** How much the mean of rounded ratings may differ from the rounded mean. */
const ROUNDING = 0.011;

function compareSum(findings: Findings, day: number, { app, ratings, summary }: AppState): void {
  const rated = ratings.filter((row) => row.is_available === true && row.rating_count !== null);
  const count = rated.reduce((sum, row) => sum + (row.rating_count ?? 0), 0);
  const rating = rated.reduce((sum, row) => sum + (row.rating ?? 0) * (row.rating_count ?? 0), 0) / count;
  const isSame = Math.abs((summary.rating ?? 0) - (count === 0 ? 0 : rating)) <= ROUNDING;
  compare(findings, {
    day,
    app,
    place: "summary",
    kind: "rating over storefronts",
    stored: [isSame, summary.rating_count],
    expected: [true, rated.length === 0 ? null : count],
  });
}
