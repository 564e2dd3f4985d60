import { useState } from "react";

import type { Data } from "../../../client/operation-types.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { Button } from "../../../components/button.tsx";
import { DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { Screen } from "../../../components/screen.tsx";
import { ShownOnce } from "../../../components/shown-once.tsx";
import { TimeAgo } from "../../../components/time-ago.tsx";
import { newFeedState } from "../../../features/feeds/feed-of-view.ts";
import { describeScope } from "../../../features/feeds/feed-scope.ts";
import { SettingsTabs } from "../settings-tabs.tsx";
import { DeleteFeed } from "./delete-feed.tsx";
import { FeedForm } from "./feed-form.tsx";

type Feed = Data<"listFeeds">[number];

/** The feeds, whose addresses are shown when they are created. */
export function FeedsScreen() {
  const [{ view }, set] = useQueryState(newFeedState);
  const feeds = useRead("listFeeds", {});
  const [created, setCreated] = useState<Data<"createFeed">>();
  const [deleted, setDeleted] = useState<Feed>();
  const show = (feed: Data<"createFeed">) => {
    setCreated(feed);
    if (view !== 0) set({ view: 0 }, { replace: true });
  };
  return (
    <Screen
      title="Feeds"
      lead="A feed is an address at which a feed reader finds events. Whoever has the address can read it."
    >
      <SettingsTabs />
      <Panel title="New feed">
        {created === undefined ? (
          <FeedForm key={view} view={view} onCreated={show} />
        ) : (
          <NewFeed created={created} onClose={() => setCreated(undefined)} />
        )}
      </Panel>
      <Panel title="Your feeds">
        <QueryView
          query={feeds}
          isEmpty={({ data }) => data.length === 0}
          empty={<EmptyState title="There is no feed">Create one, and add its address to your reader.</EmptyState>}
        >
          {({ data }) => <FeedTable feeds={data} onDelete={setDeleted} />}
        </QueryView>
      </Panel>
      <DeleteFeed feed={deleted} onClose={() => setDeleted(undefined)} />
    </Screen>
  );
}

type NewFeedProps = { readonly created: Data<"createFeed">; readonly onClose: () => void };

function NewFeed({ created: { url, json_url }, onClose }: NewFeedProps) {
  return (
    <ShownOnce
      secrets={[
        { name: "Atom address", text: url },
        { name: "JSON Feed address", text: json_url },
      ]}
      onClose={onClose}
    >
      The feed is created, as Atom and as JSON Feed. Copy an address now: it is not shown again.
    </ShownOnce>
  );
}

type FeedTableProps = { readonly feeds: readonly Feed[]; readonly onDelete: (feed: Feed) => void };

function FeedTable({ feeds, onDelete }: FeedTableProps) {
  return (
    <DataTable<Feed>
      caption="Feeds"
      columns={[
        { key: "name", name: "Name", render: ({ name }) => <bdi>{name}</bdi>, csv: ({ name }) => name },
        {
          key: "scope",
          name: "Events of",
          render: ({ scope }) => <bdi>{describeScope(scope)}</bdi>,
          csv: ({ scope }) => describeScope(scope),
        },
        { key: "created", name: "Created", render: ({ created_at }) => <TimeAgo at={created_at} /> },
        {
          key: "actions",
          name: "Actions",
          isNameHidden: true,
          align: "end",
          render: (feed) => (
            <Button size="small" variant="quiet" label={`Delete ${feed.name}`} onPress={() => onDelete(feed)}>
              Delete
            </Button>
          ),
        },
      ]}
      rows={feeds}
      rowKey={({ id }) => id}
    />
  );
}
