import { useState } from "react";
import { wholeNumber } from "../../client/codec.ts";
import type { Data } from "../../client/operation-types.ts";
import { useQueryState } from "../../client/query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { Panel } from "../../components/panel.tsx";
import { Screen } from "../../components/screen.tsx";
import { NewToken } from "./new-token.tsx";
import { SessionsTable } from "./sessions-table.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";
import { TokenForm } from "./token-form.tsx";
import { TokensTable } from "./tokens-table.tsx";

/** The service's maximum, so that sessions and tokens are seldom on different pages. */
const TOKENS_A_PAGE = 100;

export function ApiTokensScreen() {
  const [{ page }, set] = useQueryState({ page: wholeNumber(1) });
  const [created, setCreated] = useState<Data<"createApiToken">>();
  const tokens = useRead("listApiTokens", { query: { page, per_page: TOKENS_A_PAGE } }, { keepPrevious: true });
  return (
    <Screen title="API tokens" lead="A token lets a program call the API in your name.">
      <SettingsTabs />
      <Panel title="New token">
        {created === undefined ? (
          <TokenForm onCreated={setCreated} />
        ) : (
          <NewToken created={created} onClose={() => setCreated(undefined)} />
        )}
      </Panel>
      <PagedView
        query={tokens}
        onPage={(next) => set({ page: next })}
        empty={<EmptyState title="There is no token">Create one for each program.</EmptyState>}
      >
        {({ data }) => <Issued tokens={data} />}
      </PagedView>
    </Screen>
  );
}

function Issued({ tokens }: { readonly tokens: Data<"listApiTokens"> }) {
  const { sessions = [], programs = [] } = Object.groupBy(tokens, ({ kind }) =>
    kind === "session" ? "sessions" : "programs",
  );
  return (
    <>
      <Panel title="Tokens">
        {programs.length === 0 ? (
          <EmptyState title="No program has a token">Create one for each program.</EmptyState>
        ) : (
          <TokensTable tokens={programs} />
        )}
      </Panel>
      {sessions.length > 0 && (
        <Panel title="Browser sessions">
          <SessionsTable sessions={sessions} />
        </Panel>
      )}
    </>
  );
}
