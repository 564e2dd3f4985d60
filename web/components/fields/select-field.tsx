import { classNames } from "../../format/class-names.ts";
import { Field, type FieldProps } from "./field.tsx";
import styles from "./select-field.module.css";

export type Option<Id extends string = string> = {
  readonly id: Id;
  readonly name: string;
  /** Only the browser's own list shows the heading. */
  readonly group?: string | undefined;
};

export type SelectFieldProps<Id extends string = string> = FieldProps & {
  readonly value: Id;
  readonly onChange: (value: Id) => void;
  readonly options: readonly Option<Id>[];
  readonly isDisabled?: boolean | undefined;
  readonly onFocusChange?: ((isFocused: boolean) => void) | undefined;
};

/** Every phone and screen reader supports the browser's own list. Long lists use `ComboField`. */
export function SelectField<Id extends string>(props: SelectFieldProps<Id>) {
  const { value, options } = props;
  return (
    <Field label={props.label} isLabelHidden={props.isLabelHidden} hint={props.hint} error={props.error}>
      {({ className, ...control }) => (
        <div className={styles.box}>
          <select
            {...control}
            className={classNames(className, styles.select)}
            value={value}
            disabled={props.isDisabled}
            onFocus={() => props.onFocusChange?.(true)}
            onBlur={() => props.onFocusChange?.(false)}
            onChange={(event) => {
              const chosen = options.find(({ id }) => id === event.target.value);
              if (chosen !== undefined) props.onChange(chosen.id);
            }}
          >
            {[...Map.groupBy(options, ({ group }) => group)].map(([group, grouped]) =>
              group === undefined ? (
                <Options key="" options={grouped} />
              ) : (
                <optgroup key={group} label={group}>
                  <Options options={grouped} />
                </optgroup>
              ),
            )}
          </select>
        </div>
      )}
    </Field>
  );
}

function Options({ options }: { readonly options: readonly Option[] }) {
  return options.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
}
