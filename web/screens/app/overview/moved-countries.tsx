import { Delta } from "../../../components/delta.tsx";
import { Panel } from "../../../components/panel.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { appPath } from "../../../format/app-path.ts";
import { countryName } from "../../../format/locale-names.ts";
import { formatDecimal } from "../../../format/numbers.ts";
import { MOVED_DAYS, type Overview } from "../use-overview.ts";
import styles from "./moved-countries.module.css";

type MovedCountriesProps = {
  readonly app: Pick<Overview["app"], "platform" | "external_id">;
  readonly countries: Overview["moved_countries"];
};

/** Shows the storefronts whose number of ratings has changed most. Each leads to the overview of the app there. */
export function MovedCountries({ app: { platform, external_id: id }, countries }: MovedCountriesProps) {
  if (countries.length === 0) return null;
  return (
    <Panel title="Countries that moved">
      <table className={styles.countries}>
        <caption className={styles.caption}>Ratings, last {MOVED_DAYS} days</caption>
        <thead>
          <tr>
            <th scope="col">Country</th>
            <th scope="col">Rating</th>
            <th scope="col">New ratings</th>
          </tr>
        </thead>
        <tbody>
          {countries.map(({ country_code: code, rating, previous_rating: before, gained }) => (
            <tr key={code}>
              <th scope="row">
                <TextLink href={`${appPath(platform, id)}?country=${code}`}>{countryName(code)}</TextLink>
              </th>
              <td>
                {rating === null ? "–" : formatDecimal(rating)}{" "}
                {rating !== null && before !== null && rating !== before && (
                  <Delta value={Number((rating - before).toFixed(2))} format={formatDecimal} />
                )}
              </td>
              <td>
                <Delta value={gained} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
