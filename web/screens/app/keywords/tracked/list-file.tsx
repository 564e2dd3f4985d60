import { useState } from "react";
import { Field } from "../../../../components/fields/field.tsx";

/** Two hundred rows of the longest terms have fewer bytes. */
const BYTES_MAX = 200_000;

/** Reads a file in the browser and puts its text into the field of the list. */
export function ListFile({ onText }: { readonly onText: (text: string) => void }) {
  const [error, setError] = useState<string>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const isTooLarge = file.size > BYTES_MAX;
    setError(isTooLarge ? "This file is larger than a list of 200 terms." : undefined);
    if (!isTooLarge) onText(await file.text());
  };
  return (
    <Field label="Or a CSV file" error={error}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={({ target }) => void read(target.files?.[0])}
        />
      )}
    </Field>
  );
}
