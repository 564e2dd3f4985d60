import type { Data } from "../../client/operation-types.ts";
import { useForm } from "../../client/use-form.ts";
import { useWrite } from "../../client/use-write.ts";
import { CheckField } from "../../components/fields/check-field.tsx";
import { DateField } from "../../components/fields/date-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { addDays, todayUtc } from "../../format/days.ts";
import styles from "./settings.module.css";
import { SettingsForm } from "./settings-form.tsx";

type TokenFormProps = { readonly onCreated: (created: Data<"createApiToken">) => void };

const abilities = [
  { id: "read", name: "Read" },
  { id: "write", name: "Write: track apps, request syncs, change settings" },
] as const;

type Ability = (typeof abilities)[number]["id"];
type TokenFields = {
  readonly name: string;
  readonly abilities: readonly Ability[];
  /** The last day on which the token is valid. */
  readonly expires_at: string | undefined;
};

const empty: TokenFields = { name: "", abilities: ["read"], expires_at: undefined };

export function TokenForm({ onCreated }: TokenFormProps) {
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
  const chosen = form.field("abilities");
  const choose = (ability: Ability, isChosen: boolean) =>
    chosen.onChange(
      abilities.flatMap(({ id }) => ((id === ability ? isChosen : chosen.value.includes(id)) ? [id] : [])),
    );
  return (
    <SettingsForm form={form} submit="Create the token">
      <TextField
        label="Name"
        hint="The program that will use it."
        maxLength={255}
        autoComplete="off"
        {...form.field("name")}
      />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Permissions</legend>
        {abilities.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            isChecked={chosen.value.includes(id)}
            onChange={(isChosen) => choose(id, isChosen)}
          />
        ))}
        {chosen.error !== undefined && <p className={styles.problem}>{chosen.error}</p>}
      </fieldset>
      <DateField
        label="Last day"
        hint="The day is in UTC. Without a day, the token does not expire."
        min={todayUtc(Date.now())}
        {...form.field("expires_at")}
      />
    </SettingsForm>
  );
}
