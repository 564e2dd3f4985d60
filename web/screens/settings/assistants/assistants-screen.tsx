import { useState } from "react";
import type { Data } from "../../../client/operation-types.ts";
import { Panel } from "../../../components/panel.tsx";
import { Screen } from "../../../components/screen.tsx";
import { NewToken } from "../new-token.tsx";
import { SettingsTabs } from "../settings-tabs.tsx";
import { TokenForm } from "../token-form.tsx";
import { AssistantSetup } from "./assistant-setup.tsx";
import { ConnectByAddress } from "./connect-by-address.tsx";
import { PermissionChoice } from "./permission-choice.tsx";

/** Connects an assistant: makes its token, and shows the configuration that contains it. */
export function AssistantsScreen() {
  const [created, setCreated] = useState<Data<"createApiToken">>();
  return (
    <Screen
      title="Assistants"
      lead={
        "An assistant such as Claude can look up and compare the apps that you follow, by the Model Context Protocol. " +
        "You can end that at any time under API tokens."
      }
    >
      <SettingsTabs />
      <Panel title="Connect by address">
        <ConnectByAddress />
      </Panel>
      <Panel title="Token">
        {created === undefined ? (
          <TokenForm onCreated={setCreated} nameHint="The assistant that will use it." Permissions={PermissionChoice} />
        ) : (
          <NewToken created={created} onClose={() => setCreated(undefined)} />
        )}
      </Panel>
      <Panel title="Configuration">
        <AssistantSetup token={created?.plain_text_token} />
      </Panel>
    </Screen>
  );
}
