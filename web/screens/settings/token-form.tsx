import type { ComponentType } from "react";
import type { Data } from "../../client/operation-types.ts";
import { useForm } from "../../client/use-form.ts";
import { useWrite } from "../../client/use-write.ts";
import { DateField } from "../../components/fields/date-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { addDays, todayUtc } from "../../format/days.ts";
import { PermissionChecks, type PermissionsProps } from "./permission-checks.tsx";
import { SettingsForm } from "./settings-form.tsx";

type TokenFormProps = {
  readonly onCreated: (created: Data<"createApiToken">) => void;
  readonly nameHint?: string | undefined;
  readonly Permissions?: ComponentType<PermissionsProps> | undefined;
};

type TokenFields = {
  readonly name: string;
  readonly abilities: PermissionsProps["value"];
  /** The last day on which the token is valid. */
  readonly expires_at: string | undefined;
};

const empty: TokenFields = { name: "", abilities: ["read"], expires_at: undefined };

export function TokenForm({
  onCreated,
  nameHint = "The program that will use it.",
  Permissions = PermissionChecks,
}: TokenFormProps) {
  const create = useWrite("createApiToken", { refreshes: ["listApiTokens"] });
  const form = useForm(create, empty, {
    inputOf: ({ name, abilities: chosen, expires_at: lastDay }) => ({
      body: {
        name,
        abilities: [...chosen],
        expires_at: lastDay === undefined ? null : `${addDays(lastDay, 1)}T00:00:00Z`,
      },
    }),
    onSuccess: ({ data }) => onCreated(data),
  });
  return (
    <SettingsForm form={form} submit="Create the token">
      <TextField label="Name" hint={nameHint} maxLength={255} autoComplete="off" {...form.field("name")} />
      <Permissions {...form.field("abilities")} />
      <DateField
        label="Last day"
        hint="The day is in UTC. Without a day, the token does not expire."
        min={todayUtc(Date.now())}
        {...form.field("expires_at")}
      />
    </SettingsForm>
  );
}
