import { Button } from "../../components/button.tsx";
import { SegmentField } from "../../components/fields/segment-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { platformOptions } from "../../features/stores/store-options.ts";
import { TERM_LENGTH_MAX, useTerm } from "../../hooks/use-term.ts";
import styles from "./search-form.module.css";
import type { StoreSearch } from "./use-store-search.ts";

type SearchValues = StoreSearch["values"];

type SearchFormProps = {
  readonly label: string;
  readonly values: SearchValues;
  readonly onSearch: (patch: Partial<SearchValues>) => void;
};

/** The country is that of the scope. */
export function SearchForm({ label, values, onSearch }: SearchFormProps) {
  const { term, setTerm, submit, error } = useTerm(values.term, (sent) => onSearch({ term: sent }));
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.term}>
        <TextField
          label={label}
          value={term}
          onChange={setTerm}
          maxLength={TERM_LENGTH_MAX}
          autoComplete="off"
          error={error}
        />
      </div>
      <SegmentField
        label="Store"
        value={values.platform}
        onChange={(platform) => onSearch({ platform })}
        options={platformOptions}
      />
      <Button type="submit" variant="primary">
        Search
      </Button>
    </form>
  );
}
