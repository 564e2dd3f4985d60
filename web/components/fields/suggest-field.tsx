import { ComboBox, FieldError, Input, Label, ListBox, ListBoxItem, Popover } from "react-aria-components/ComboBox";
import { classNames } from "../../format/class-names.ts";
import styles from "./combo-box-field.module.css";
import fieldStyles from "./field.module.css";
import type { FieldProps } from "./field.tsx";

type SuggestFieldProps = FieldProps & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** One of the suggestions was chosen, which is then the value. */
  readonly onChoose: (suggestion: string) => void;
  readonly suggestions: readonly string[];
  /** Shown in place of the suggestions while there are none. */
  readonly note: string;
  readonly maxLength?: number | undefined;
};

/** A field for any text, with suggestions. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, error, value, suggestions } = props;
  const items = [...new Set(suggestions)].map((id) => ({ id }));
  return (
    <ComboBox
      className={fieldStyles.field ?? ""}
      allowsCustomValue
      allowsEmptyCollection
      inputValue={value}
      onInputChange={props.onChange}
      onChange={(key) => {
        if (key !== null) props.onChoose(String(key));
      }}
      items={items}
      isInvalid={error !== undefined}
    >
      <Label className={classNames(fieldStyles.label, props.isLabelHidden && fieldStyles.hidden)}>{label}</Label>
      <Input className={classNames(fieldStyles.control)} maxLength={props.maxLength} autoComplete="off" />
      <FieldError className={fieldStyles.error ?? ""}>{error}</FieldError>
      <Popover className={styles.popover ?? ""} offset={4}>
        <ListBox<(typeof items)[number]>
          className={styles.list ?? ""}
          renderEmptyState={() => <p className={styles.none}>{props.note}</p>}
        >
          {({ id }) => (
            <ListBoxItem id={id} textValue={id} className={styles.option ?? ""}>
              <bdi>{id}</bdi>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
