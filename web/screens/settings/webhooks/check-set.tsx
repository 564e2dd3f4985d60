import { CheckField } from "../../../components/fields/check-field.tsx";
import styles from "../settings.module.css";

type CheckSetProps<Id> = {
  readonly legend: string;
  readonly options: readonly { readonly id: Id; readonly name: string }[];
  readonly value: readonly Id[];
  readonly onChange: (ids: readonly Id[]) => void;
  readonly error: string | undefined;
};

/** Chooses some of a few options. */
export function CheckSet<Id extends string | number>({ legend, options, value, onChange, error }: CheckSetProps<Id>) {
  const choose = (chosen: Id, isChosen: boolean) =>
    onChange(options.map(({ id }) => id).filter((id) => (id === chosen ? isChosen : value.includes(id))));
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          isChecked={value.includes(id)}
          onChange={(isChosen) => choose(id, isChosen)}
        />
      ))}
      {error !== undefined && <p className={styles.problem}>{error}</p>}
    </fieldset>
  );
}
