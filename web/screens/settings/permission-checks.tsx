import { CheckField } from "../../components/fields/check-field.tsx";
import styles from "./settings.module.css";

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

export function PermissionChecks({ value, onChange, error }: PermissionsProps) {
  const choose = (ability: Ability, isChosen: boolean) =>
    onChange(abilities.flatMap(({ id }) => ((id === ability ? isChosen : value.includes(id)) ? [id] : [])));
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>Permissions</legend>
      {abilities.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          isChecked={value.includes(id)}
          onChange={(isChosen) => choose(id, isChosen)}
        />
      ))}
      {error !== undefined && <p className={styles.problem}>{error}</p>}
    </fieldset>
  );
}
