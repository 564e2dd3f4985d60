import { useRead } from "../../client/use-read.ts";
import { ComboField } from "../../components/fields/combo-field.tsx";
import { countryName } from "../../format/locale-names.ts";

type CountryFieldProps = {
  readonly value: string;
  readonly onChange: (country: string) => void;
  readonly label?: string | undefined;
  readonly allName?: string | undefined;
  readonly hint?: string | undefined;
};

export function CountryField({ value, onChange, label = "Country", allName, hint }: CountryFieldProps) {
  const { data } = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  const countries = data?.data.map(({ code, name }) => ({ id: code, name })) ?? [];
  const all = allName === undefined ? [] : [{ id: "", name: allName }];
  const options = [...all, ...countries];
  if (!options.some(({ id }) => id === value)) options.push({ id: value, name: countryName(value) });
  return <ComboField label={label} hint={hint} value={value} onChange={onChange} options={options} />;
}
