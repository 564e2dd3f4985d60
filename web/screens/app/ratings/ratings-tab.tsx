import { list } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { FilterBar } from "../../../components/filter-bar.tsx";
import { periodOf } from "../../../features/scope/period.ts";
import { useScope } from "../../../features/scope/use-scope.ts";
import { CountryField } from "../../../features/stores/country-field.tsx";
import { countryName } from "../../../format/locale-names.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { lastDay, useAppFrame } from "../use-app-frame.ts";
import { CountryRatings } from "./country-ratings.tsx";
import { Installs } from "./installs.tsx";
import { plottedCountries } from "./plotted-countries.ts";
import { RatingHistory } from "./rating-history.tsx";
import { RatingSummary } from "./rating-summary.tsx";
import { useRatingHistories } from "./use-rating-histories.ts";

const PLOTTED_MAX = 5;

const state = { countries: list(PLOTTED_MAX) };
const DAYS_SHOWN = 90;

export function RatingsTab() {
  const { params, platform, app } = useAppFrame();
  const [{ countries: chosen }, set] = useQueryState(state);
  const countries = plottedCountries(platform, chosen);
  const [scope] = useScope();
  const today = lastDay(app, useNow());
  const period = periodOf(scope, today, DAYS_SHOWN);
  const [country = "", ...others] = countries;
  const isSeveral = others.length > 0;
  const summary = useRead("showRatingSummary", { params });
  const histories = useRatingHistories({ params, period, today, countries });
  const byCountry = useRead("listCountryRatings", { params });
  return (
    <>
      <RatingSummary query={summary} byCountry={byCountry} country={isSeveral ? "" : country} />
      {platform === "ios" && (
        <FilterBar label="Storefront">
          <CountryField
            label="Storefront"
            allName="All storefronts together"
            hint={
              isSeveral ? `Plotted: ${countries.map(countryName).join(", ")}` : "Plot up to five in the table below."
            }
            value={country}
            onChange={(value) => set({ countries: value === "" ? [] : [value] })}
          />
        </FilterBar>
      )}
      <RatingHistory query={histories} />
      {platform === "android" && <Installs period={period} />}
      <CountryRatings
        query={byCountry}
        selected={countries}
        isFull={countries.length === PLOTTED_MAX}
        onSelect={(selected) => set({ countries: selected }, { replace: true })}
      />
    </>
  );
}
