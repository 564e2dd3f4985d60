import { type FormEvent, useState } from "react";

import { Button } from "../../parts/button.tsx";
import { CountryField } from "../../parts/country-field.tsx";
import { SegmentField } from "../../parts/segment-field.tsx";
import { TextField } from "../../parts/text-field.tsx";
import styles from "./search-form.module.css";
import { type StoreSearch, TERM_LENGTH_MIN } from "./use-store-search.ts";

type SearchValues = StoreSearch["values"];

const TERM_LENGTH_MAX = 100;

const stores = [
  { id: "ios", name: "App Store" },
  { id: "android", name: "Google Play" },
] as const;

type SearchFormProps = {
  readonly label: string;
  readonly values: SearchValues;
  readonly onSearch: (patch: Partial<SearchValues>) => void;
};

/** A search of a store is sent on submit: a store bears only so many requests. */
export function SearchForm({ label, values, onSearch }: SearchFormProps) {
  const [term, setTerm] = useState(values.term);
  const [shown, setShown] = useState(values.term);
  const [isTooShort, setTooShort] = useState(false);
  if (shown !== values.term) {
    setShown(values.term);
    setTerm(values.term);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = term.trim();
    setTooShort(given.length < TERM_LENGTH_MIN);
    if (given.length >= TERM_LENGTH_MIN) onSearch({ term: given });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.term}>
        <TextField
          label={label}
          value={term}
          onChange={setTerm}
          maxLength={TERM_LENGTH_MAX}
          autoComplete="off"
          error={isTooShort ? `Type at least ${TERM_LENGTH_MIN} characters.` : undefined}
        />
      </div>
      <SegmentField
        label="Store"
        value={values.platform}
        onChange={(platform) => onSearch({ platform })}
        options={stores}
      />
      <CountryField label="Country" value={values.country} onChange={(country) => onSearch({ country })} />
      <Button type="submit" variant="primary">
        Search
      </Button>
    </form>
  );
}
