import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { TimeAgo } from "../../components/time-ago.tsx";
import { formatInstant } from "../../format/times.ts";
import { RevokeDialog } from "./revoke-dialog.tsx";

type Session = Data<"listApiTokens">[number];

/** “Log out” ends the session of this page. */
export function SessionsTable({ sessions }: { readonly sessions: readonly Session[] }) {
  const [ended, setEnded] = useState<Session>();
  const columns: readonly Column<Session>[] = [
    {
      key: "begun",
      name: "Logged in",
      render: ({ created_at, is_current }) => (
        <>
          <time dateTime={created_at}>{formatInstant(created_at)}</time>{" "}
          {is_current && <Badge tone="accent">This page</Badge>}
        </>
      ),
    },
    { key: "used", name: "Last used", render: ({ last_used_at }) => <TimeAgo at={last_used_at} /> },
    { key: "expires", name: "Expires", render: ({ expires_at }) => <TimeAgo at={expires_at} /> },
    {
      key: "end",
      name: "Actions",
      isNameHidden: true,
      align: "end",
      render: (session) =>
        !session.is_current && (
          <Button
            size="small"
            variant="quiet"
            label={`End the session of ${formatInstant(session.created_at)}`}
            onPress={() => setEnded(session)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable caption="Browser sessions" columns={columns} rows={sessions} rowKey={({ id }) => id} />
      <RevokeDialog token={ended} onClose={() => setEnded(undefined)} />
    </>
  );
}
