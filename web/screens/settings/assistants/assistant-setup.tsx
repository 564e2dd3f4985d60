import { oneOf } from "../../../client/codec.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { CopiedText } from "../../../components/copied-text.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import styles from "../settings.module.css";
import { clientIds, clientSetups, mcpUrl, TOKEN_PLACEHOLDER } from "./client-setups.ts";

const clients = clientIds.map((id) => ({ id, name: clientSetups[id].name }));
const chosenClient = { client: oneOf(clientIds, "claude-code") };

/** The configuration of the chosen client, with the token once there is one. */
export function AssistantSetup({ token }: { readonly token: string | undefined }) {
  const [{ client }, set] = useQueryState(chosenClient);
  const { how, textOf } = clientSetups[client];
  const text = textOf({ url: mcpUrl(window.location.origin), token: token ?? TOKEN_PLACEHOLDER });
  return (
    <div className={styles.setup}>
      <SelectField label="Assistant" options={clients} value={client} onChange={(next) => set({ client: next })} />
      <p>{how}</p>
      <CopiedText key={text} name="configuration" text={text} />
      <p className={styles.note}>
        {token === undefined
          ? `Create a token above, and it takes the place of ${TOKEN_PLACEHOLDER}.`
          : "The text contains the token, so keep it out of files that you share."}
      </p>
    </div>
  );
}
