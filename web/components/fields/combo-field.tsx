import { useEffect, useState } from "react";
import type { ComboBoxField } from "./combo-box-field.tsx";
import { SelectField, type SelectFieldProps } from "./select-field.tsx";

type Filtered = typeof ComboBoxField;

/** Once it was loaded, for all fields of the page. */
let loaded: Filtered | undefined;

/**
 * A long list that is filtered by typing. Until its code has come, and while a reader is choosing in it, it is a plain
 * list of the same size, which also serves where that code does not come.
 */
export function ComboField<Id extends string>(props: SelectFieldProps<Id>) {
  const { onChange, options } = props;
  const [isInUse, setInUse] = useState(false);
  const Field = useFilteredField();
  if (Field === undefined || isInUse) return <SelectField {...props} onFocusChange={setInUse} />;
  return (
    <Field
      {...props}
      onChange={(value) => {
        const chosen = options.find(({ id }) => id === value);
        if (chosen !== undefined) onChange(chosen.id);
      }}
    />
  );
}

function useFilteredField(): Filtered | undefined {
  const [field, setField] = useState(() => loaded);
  useEffect(() => {
    if (field !== undefined) return;
    let isShown = true;
    const show = (module: { readonly ComboBoxField: Filtered }) => {
      loaded = module.ComboBoxField;
      if (isShown) setField(() => module.ComboBoxField);
    };
    import("./combo-box-field.tsx").then(show, () => {});
    return () => {
      isShown = false;
    };
  }, [field]);
  return field;
}
