import { useRead } from "../../client/use-read.ts";
import { ComboField } from "../../components/fields/combo-field.tsx";
import { localeName } from "../../format/locale-names.ts";

type LanguageFieldProps = {
  readonly value: string;
  readonly onChange: (locale: string) => void;
  /** The languages that can be chosen. Default: all of the stores. */
  readonly locales?: readonly string[] | undefined;
};

export function LanguageField({ value, onChange, locales: given }: LanguageFieldProps) {
  const { data } = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  const ofStores = (data?.data ?? []).flatMap((country) => [
    ...(country.ios_languages ?? []),
    ...(country.android_languages ?? []),
  ]);
  const known = given ?? ofStores;
  const locales = new Set(value === "" ? known : [...known, value]);
  const options = [...locales]
    .map((id) => ({ id, name: localeName(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return (
    <ComboField
      label="Language"
      hint="Of listing changes"
      value={value}
      onChange={onChange}
      options={[{ id: "", name: "All languages" }, ...options]}
    />
  );
}
