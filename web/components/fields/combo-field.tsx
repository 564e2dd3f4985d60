import { useEffect, useState } from "react";
import type { ComboBoxField } from "./combo-box-field.tsx";
import { SelectField, type SelectFieldProps } from "./select-field.tsx";

type Filtered = typeof ComboBoxField;

let loaded: Filtered | undefined;

/**
 * Until its code is loaded, and while a reader uses it, the field is a plain list of the same size. If the code never
 * loads, the plain list stays.
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
