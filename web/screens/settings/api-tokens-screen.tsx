import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { wholeNumber } from "../../client/query-state.ts";
import { useQueryState } from "../../client/use-query-state.ts";
import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../parts/empty-state.tsx";
import { PagedView } from "../../parts/paged-view.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Screen } from "../../parts/screen.tsx";
import { NewToken } from "./new-token.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";
import { TokenForm } from "./token-form.tsx";
import { TokensTable } from "./tokens-table.tsx";

const TOKENS_A_PAGE = 25;

/** Tokens for programs, and those of logins. */
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
      <Panel title="Tokens">
        <PagedView
          query={tokens}
          onPage={(next) => set({ page: next })}
          empty={<EmptyState title="There is no token">Create one for each program.</EmptyState>}
        >
          {({ data }) => <TokensTable tokens={data} />}
        </PagedView>
      </Panel>
    </Screen>
  );
}
