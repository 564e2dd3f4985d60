import { list, oneOf, useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { CountryField } from "../../../features/stores/country-field.tsx";
import { countryName } from "../../../format/locale-names.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { CountryRatings } from "./country-ratings.tsx";
import { Installs } from "./installs.tsx";
import { RatingHistory } from "./rating-history.tsx";
import { RatingSummary } from "./rating-summary.tsx";
import { useRatingHistories } from "./use-rating-histories.ts";

const spans = [
  { id: "30", name: "30 days" },
  { id: "90", name: "90 days" },
  { id: "180", name: "180 days" },
  { id: "365", name: "1 year" },
] as const;

const PLOTTED_MAX = 5;

const state = { days: oneOf(["30", "90", "180", "365"], "90"), countries: list(PLOTTED_MAX) };

export function RatingsTab() {
  const { params, platform } = useAppFrame();
  const [{ days, countries }, set] = useQueryState(state);
  const [country = "", ...others] = countries;
  const isSeveral = others.length > 0;
  const summary = useRead("showRatingSummary", { params });
  const histories = useRatingHistories({ params, days: Number(days), countries });
  const byCountry = useRead("listCountryRatings", { params });
  return (
    <>
      <RatingSummary query={summary} byCountry={byCountry} country={isSeveral ? "" : country} />
      <FilterBar label="Days and storefront">
        <SelectField label="Days" value={days} onChange={(value) => set({ days: value })} options={spans} />
        {platform === "ios" && (
          <CountryField
            label="Storefront"
            allName="All storefronts together"
            hint={
              isSeveral ? `Plotted: ${countries.map(countryName).join(", ")}` : "Plot up to five in the table below."
            }
            value={country}
            onChange={(value) => set({ countries: value === "" ? [] : [value] })}
          />
        )}
      </FilterBar>
      <RatingHistory query={histories} />
      {platform === "android" && <Installs days={Number(days)} />}
      <CountryRatings
        query={byCountry}
        selected={countries}
        isFull={countries.length === PLOTTED_MAX}
        onSelect={(selected) => set({ countries: selected }, { replace: true })}
      />
    </>
  );
}
