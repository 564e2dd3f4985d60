import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { fieldErrors } from "../../client/problem.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { CheckField } from "../../components/fields/check-field.tsx";
import { DateField } from "../../components/fields/date-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { addDays, todayUtc } from "../../format/times.ts";
import { FormProblem } from "./form-problem.tsx";
import styles from "./settings.module.css";

type TokenFormProps = { readonly onCreated: (created: Data<"createApiToken">) => void };

export function TokenForm({ onCreated }: TokenFormProps) {
  const [name, setName] = useState("");
  const [reads, setReads] = useState(true);
  const [writes, setWrites] = useState(false);
  const [lastDay, setLastDay] = useState<string>();
  const create = useWrite("createApiToken", { refreshes: ["listApiTokens"] });
  const abilityError = fieldErrors(create.error, "abilities")[0];
  const submit = () => {
    const abilities = [reads && ("read" as const), writes && ("write" as const)].filter((ability) => ability !== false);
    const expires_at = lastDay === undefined ? null : `${addDays(lastDay, 1)}T00:00:00Z`;
    create.mutate({ body: { name, abilities, expires_at } }, { onSuccess: ({ data }) => onCreated(data) });
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!create.isPending) submit();
      }}
    >
      <TextField
        label="Name"
        hint="The program that will use it."
        value={name}
        onChange={setName}
        maxLength={255}
        autoComplete="off"
        error={fieldErrors(create.error, "name")[0]}
      />
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>What it may do</legend>
        <CheckField label="Read" isChecked={reads} onChange={setReads} />
        <CheckField label="Write: track apps, request syncs, change settings" isChecked={writes} onChange={setWrites} />
        {abilityError !== undefined && <p className={styles.problem}>{abilityError}</p>}
      </fieldset>
      <DateField
        label="Last day"
        hint="In UTC. Without one, the token does not expire."
        value={lastDay}
        min={todayUtc(Date.now())}
        onChange={setLastDay}
        error={fieldErrors(create.error, "expires_at")[0]}
      />
      <FormProblem problem={create.error} fields={["name", "abilities", "expires_at"]} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={create.isPending}>
          Create the token
        </Button>
      </div>
    </form>
  );
}
