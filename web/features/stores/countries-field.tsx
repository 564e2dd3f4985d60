import { useRead } from "../../client/use-read.ts";
import { ChoiceButton } from "../../components/choice-button.tsx";
import { ChoiceList } from "../../components/choice-list.tsx";
import fieldStyles from "../../components/fields/field.module.css";
import { QueryView } from "../../components/query-view.tsx";
import { describeCountries } from "./describe-countries.ts";

type CountriesFieldProps = {
  readonly label: string;
  /** Without any, no country is left out. */
  readonly value: readonly string[];
  readonly onChange: (countries: readonly string[]) => void;
  readonly error: string | undefined;
};

/** Chooses any number of the stores' countries. */
export function CountriesField({ label, value, onChange, error }: CountriesFieldProps) {
  return (
    <div>
      <ChoiceButton label={label} value={value.length === 0 ? "All" : describeCountries(value)}>
        {() => <Countries label={label} value={value} onChange={onChange} />}
      </ChoiceButton>
      {error !== undefined && <p className={fieldStyles.error}>{error}</p>}
    </div>
  );
}

function Countries({ label, value, onChange }: Omit<CountriesFieldProps, "error">) {
  const query = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <QueryView query={query} loading="Loading the countries…">
      {({ data }) => (
        <ChoiceList
          label={label}
          options={data.map(({ code, name }) => ({ id: code, name }))}
          selected={value}
          isMultiple
          onSelect={onChange}
        />
      )}
    </QueryView>
  );
}
