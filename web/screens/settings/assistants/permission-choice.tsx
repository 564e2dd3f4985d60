import { SelectField } from "../../../components/fields/select-field.tsx";
import type { PermissionsProps } from "../permission-checks.tsx";

const choices = [
  { id: "read", name: "Read only" },
  { id: "write", name: "Read and write" },
] as const;

/** An assistant that cannot read is of no use, so the choice is whether it can also write. */
export function PermissionChoice({ value, onChange, error }: PermissionsProps) {
  return (
    <SelectField
      label="Permissions"
      hint="One that writes can also track apps, request syncs and change settings."
      options={choices}
      value={value.includes("write") ? "write" : "read"}
      onChange={(chosen) => onChange(chosen === "write" ? ["read", "write"] : ["read"])}
      error={error}
    />
  );
}
