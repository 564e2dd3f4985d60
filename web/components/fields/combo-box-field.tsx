import { useContext } from "react";
import {
  Button,
  ComboBox,
  ComboBoxStateContext,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from "react-aria-components/ComboBox";
import { classNames } from "../../format/class-names.ts";
import styles from "./combo-box-field.module.css";
import fieldStyles from "./field.module.css";
import type { SelectFieldProps } from "./select-field.tsx";

export function ComboBoxField(props: SelectFieldProps) {
  const { label, hint, error, options, value } = props;
  return (
    <ComboBox
      className={fieldStyles.field ?? ""}
      value={value}
      onChange={(key) => {
        if (key !== null) props.onChange(String(key));
      }}
      defaultItems={options}
      isInvalid={error !== undefined}
      isDisabled={props.isDisabled ?? false}
    >
      <Label className={classNames(fieldStyles.label, props.isLabelHidden && fieldStyles.hidden)}>{label}</Label>
      <div className={styles.box}>
        <ComboInput />
        <Button className={styles.open ?? ""}>
          <span aria-hidden="true" className={styles.chevron} />
        </Button>
      </div>
      {hint !== undefined && (
        <Text slot="description" className={fieldStyles.hint ?? ""}>
          {hint}
        </Text>
      )}
      <FieldError className={fieldStyles.error ?? ""}>{error}</FieldError>
      <Popover className={styles.popover ?? ""} offset={4}>
        <ListBox<(typeof options)[number]>
          className={styles.list ?? ""}
          renderEmptyState={() => <p className={styles.none}>Nothing matches</p>}
        >
          {(option) => (
            <ListBoxItem id={option.id} textValue={option.name} className={styles.option ?? ""}>
              {option.name}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

function ComboInput() {
  const state = useContext(ComboBoxStateContext);
  return (
    <Input
      className={classNames(fieldStyles.control, styles.input)}
      onFocus={(event) => event.currentTarget.select()}
      onClick={() => state?.open(null, "manual")}
    />
  );
}
