import { CheckSet } from "./webhooks/check-set.tsx";

const abilities = [
  { id: "read", name: "Read" },
  { id: "write", name: "Write: track apps, request syncs, change settings" },
] as const;

type Ability = (typeof abilities)[number]["id"];

export type PermissionsProps = {
  readonly value: readonly Ability[];
  readonly onChange: (value: readonly Ability[]) => void;
  readonly error: string | undefined;
};

export function PermissionChecks(props: PermissionsProps) {
  return <CheckSet<Ability> legend="Permissions" options={abilities} {...props} />;
}
