import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { describePlace } from "../../format/redirect-place.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";

type Token = Data<"listApiTokens">[number];

const kinds = { login: "Login", api: "API token", session: "Browser session", oauth: "Assistant" } as const;

export function TokensTable({ tokens }: { readonly tokens: readonly Token[] }) {
  const [revoked, setRevoked] = useState<Token>();
  const columns: readonly Column<Token>[] = [
    {
      key: "name",
      name: "Name",
      render: ({ name, client, is_current }) => (
        <>
          {name} {client !== null && `(${describePlace(client.place)})`}{" "}
          {is_current && <Badge tone="accent">This page</Badge>}
        </>
      ),
    },
    { key: "kind", name: "Kind", render: ({ kind }) => kinds[kind] },
    { key: "abilities", name: "Permissions", render: ({ abilities }) => abilities.join(" and ") },
    { key: "used", name: "Last used", render: ({ last_used_at }) => <TimeAgo at={last_used_at} /> },
    {
      key: "expires",
      name: "Expires",
      render: ({ expires_at }) => (expires_at === null ? "never" : <TimeAgo at={expires_at} />),
    },
    {
      key: "revoke",
      name: "Actions",
      isNameHidden: true,
      align: "end",
      render: (token) =>
        (token.kind === "api" || token.kind === "oauth") && (
          <Button size="small" variant="quiet" label={`Revoke ${token.name}`} onPress={() => setRevoked(token)}>
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable caption="Tokens" columns={columns} rows={tokens} rowKey={({ id }) => id} />
      <RevokeDialog token={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}
