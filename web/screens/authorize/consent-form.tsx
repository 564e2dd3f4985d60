import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import type { Problem } from "../../client/problem.ts";
import { session } from "../../client/session.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import styles from "../../components/entry-page.module.css";
import { EntryPage } from "../../components/entry-page.tsx";
import { CheckField } from "../../components/fields/check-field.tsx";
import { KeyValues } from "../../components/key-values.tsx";
import { Notice } from "../../components/notice.tsx";
import { describePlace } from "../../format/redirect-place.ts";
import { useShownFor } from "../../hooks/use-shown-for.ts";

export type Consent = NonNullable<Data<"startAuthorization">["consent"]>;

type Ability = Consent["abilities"][number];

/** A page can have this form appear under a click that the user aims at that page, such as the second of two. */
const IGNORED_MS = 500;

/** Shows the client, its requested abilities and the account, and returns the user to the client with the decision. */
export function ConsentForm({ consent }: { readonly consent: Consent }) {
  const { client, account, place, secret } = consent;
  const [mayWrite, setMayWrite] = useState(consent.abilities.includes("write"));
  const decide = useWrite("decideAuthorization", {
    onSuccess: ({ data }) => window.location.replace(data.redirect_to),
  });
  const logOut = useMutation<void, Problem, void>({ mutationFn: session.logOut });
  const isReady = useShownFor(IGNORED_MS);
  const problem = decide.error ?? logOut.error;
  const send = (abilities: readonly Ability[]) => decide.mutate({ body: { secret, abilities: [...abilities] } });
  const allowed = consent.abilities.filter((ability) => ability !== "write" || mayWrite);
  if (decide.isSuccess) {
    return (
      <EntryPage title="Connect an assistant">
        <Notice>You return to the assistant. If nothing happens, close this page.</Notice>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={`Connect ${client.name}?`}>
      <div className={styles.form}>
        <KeyValues
          items={[
            { name: "Account", value: `${account.name} (${account.email})` },
            { name: "Returns to", value: describePlace(place) },
            ...(client.kind === "document" ? [{ name: "Describes itself at", value: client.id }] : []),
          ]}
        />
        <Notice kind="warning">{warningOf(consent)}</Notice>
        {consent.abilities.includes("read") && <p>It can read everything that your account shows in Shelfwatch.</p>}
        {consent.abilities.includes("write") && (
          <CheckField
            label="It can also track apps, request syncs, and change competitors, keywords, tags, views and notes"
            isChecked={mayWrite}
            onChange={setMayWrite}
          />
        )}
        <p className={styles.other}>
          It cannot change your account. It stays connected for a year at most, or until it has not been used for 90
          days. You can end that at any time under Settings, API tokens.
        </p>
        {problem !== null && (
          <div role="alert">
            <Notice kind="negative">{problem.detail}</Notice>
          </div>
        )}
        <Button
          variant="primary"
          isPending={decide.isPending}
          isDisabled={allowed.length === 0}
          isReady={isReady}
          onPress={() => send(allowed)}
        >
          Connect
        </Button>
        <Button isPending={decide.isPending} onPress={() => send([])}>
          Cancel
        </Button>
        <Button variant="quiet" isPending={logOut.isPending} onPress={() => logOut.mutate()}>
          Use another account
        </Button>
      </div>
    </EntryPage>
  );
}

/** Nobody checks the name of a client that registers itself, or which program on a computer receives the code. */
function warningOf({ client, place }: Consent): string {
  const begin = "Connect only if you have just begun this in the assistant yourself.";
  if (client.kind === "registered")
    return `Any program can call itself “${client.name}”: nobody has checked it. ${begin}`;
  return place.kind === "site" ? begin : `Any program on this computer can call itself “${client.name}”. ${begin}`;
}
