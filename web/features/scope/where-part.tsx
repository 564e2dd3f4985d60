import { useRead } from "../../client/use-read.ts";
import { ChoiceButton } from "../../components/choice-button.tsx";
import { ChoiceList } from "../../components/choice-list.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { countryName } from "../../format/locale-names.ts";
import type { PartProps } from "./part-props.ts";

type WherePartProps = PartProps & { readonly none: string };

/** A country stands for its storefront and the first language of it. */
export function WherePart({ none, scope: { country }, onChange }: WherePartProps) {
  return (
    <ChoiceButton label="Where" value={country === undefined ? none : countryName(country)}>
      {(close) => (
        <Countries
          none={none}
          country={country}
          onChange={(next) => {
            close();
            onChange({ country: next });
          }}
        />
      )}
    </ChoiceButton>
  );
}

type CountriesProps = {
  readonly none: string;
  readonly country: string | undefined;
  readonly onChange: (country: string | undefined) => void;
};

function Countries({ none, country, onChange }: CountriesProps) {
  const query = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <QueryView query={query} loading="Loading the countries…">
      {({ data }) => (
        <ChoiceList
          label="Countries"
          options={[
            { id: "", name: none },
            // The chosen country comes first, so that it is visible.
            ...data.toSorted((a, b) => Number(b.code === country) - Number(a.code === country)).map(toOption),
          ]}
          selected={[country ?? ""]}
          onSelect={([id]) => onChange(id === "" ? undefined : id)}
        />
      )}
    </QueryView>
  );
}

function toOption({ code, name }: { readonly code: string; readonly name: string }) {
  return { id: code, name };
}
