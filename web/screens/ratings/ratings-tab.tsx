import { oneOf, text } from "../../client/query-state.ts";
import { useQueryState } from "../../client/use-query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { CountryField } from "../../parts/country-field.tsx";
import { FilterBar } from "../../parts/filter-bar.tsx";
import { SelectField } from "../../parts/select-field.tsx";
import { useAppFrame } from "../app/use-app-frame.ts";
import { CountryRatings } from "./country-ratings.tsx";
import { RatingHistory } from "./rating-history.tsx";
import { RatingSummary } from "./rating-summary.tsx";
import styles from "./ratings-tab.module.css";

const spans = [
  { id: "30", name: "30 days" },
  { id: "90", name: "90 days" },
  { id: "180", name: "Half a year" },
  { id: "365", name: "A year" },
] as const;

const state = { days: oneOf(["30", "90", "180", "365"], "90"), country: text() };

/** An app's ratings: now, day by day, and by storefront. */
export function RatingsTab() {
  const { params, platform } = useAppFrame();
  const [{ days, country }, set] = useQueryState(state);
  const summary = useRead("showRatingSummary", { params });
  const history = useRead(
    "showRatingHistory",
    { params, query: { days: Number(days), country_codes: country === "" ? undefined : [country] } },
    { keepPrevious: true },
  );
  const byCountry = useRead("listCountryRatings", { params });
  return (
    <div className={styles.tab}>
      <RatingSummary query={summary} byCountry={byCountry} country={country} />
      <FilterBar label="Days and storefront">
        <SelectField label="Days" value={days} onChange={(value) => set({ days: value })} options={spans} />
        {platform === "ios" && (
          <CountryField
            label="Storefront"
            allName="All storefronts together"
            value={country}
            onChange={(value) => set({ country: value })}
          />
        )}
      </FilterBar>
      <RatingHistory query={history} />
      <CountryRatings query={byCountry} selected={country} onSelect={(value) => set({ country: value })} />
    </div>
  );
}
