import { useRead } from "../../../../client/use-read.ts";
import { ChoiceButton } from "../../../../components/choice-button.tsx";
import { ChoiceList } from "../../../../components/choice-list.tsx";
import { QueryView } from "../../../../components/query-view.tsx";
import { describeCountries } from "../../../../features/stores/describe-countries.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { nextCountries } from "./chosen-countries.ts";
import { storefrontsOf } from "./storefronts.ts";

type CountriesChoiceProps = {
  readonly label?: string;
  /** One or more. The first one is where terms are suggested. */
  readonly countries: readonly string[];
  readonly onCountries: (countries: readonly string[]) => void;
};

/** Chooses the countries in which new terms are tracked. */
export function CountriesChoice({ label = "Countries", countries, onCountries }: CountriesChoiceProps) {
  return (
    <ChoiceButton label={label} value={describeCountries(countries)}>
      {() => <Countries countries={countries} onCountries={onCountries} />}
    </ChoiceButton>
  );
}

function Countries({ countries, onCountries }: CountriesChoiceProps) {
  const { platform } = useAppFrame();
  const query = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <QueryView query={query} loading="Loading the countries…">
      {({ data }) => (
        <ChoiceList
          label="Countries"
          options={storefrontsOf(data, platform).map(({ code, name }) => ({ id: code, name }))}
          selected={countries}
          isMultiple
          onSelect={(ids) => onCountries(nextCountries(countries, ids))}
        />
      )}
    </QueryView>
  );
}
