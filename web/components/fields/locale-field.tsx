import { localeName } from "../../format/locale-names.ts";
import { ComboField } from "./combo-field.tsx";

type LocaleFieldProps = {
  readonly value: string;
  readonly onChange: (locale: string) => void;
  readonly locales: readonly string[];
  readonly label?: string | undefined;
  readonly hint?: string | undefined;
};

export function LocaleField({ value, onChange, locales, label = "Language", hint }: LocaleFieldProps) {
  const known = locales.includes(value) ? locales : [value, ...locales];
  const options = known.map((id) => ({ id, name: localeName(id) }));
  return <ComboField label={label} hint={hint} value={value} onChange={onChange} options={options} />;
}
