import { oneOf, wholeNumber } from "../../client/codec.ts";
import type { Data } from "../../client/operation-types.ts";
import { useQueryState } from "../../client/query-state.ts";
import { readPageOf } from "../../client/read-page.ts";
import { useRead } from "../../client/use-read.ts";
import { AppIcon } from "../../components/app-icon.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SegmentField } from "../../components/fields/segment-field.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { ButtonLink, TextLink } from "../../components/text-link.tsx";
import { platformOptions } from "../../features/stores/store-options.ts";
import { chosenTags, tagsQuery } from "../../features/tags/tag.ts";
import { type TrackedApp, useTrackedApps } from "../../features/tracking/use-tracked-apps.ts";
import { publisherPath } from "../../format/app-path.ts";
import styles from "./publishers-screen.module.css";

type Publisher = Data<"listPublishers">[number];

export function PublishersScreen() {
  const [{ platform, tags, page }, set] = useQueryState({
    tags: chosenTags(),
    platform: oneOf(["all", "ios", "android"], "all"),
    page: wholeNumber(1),
  });
  const query = { platform: platform === "all" ? undefined : platform, page, ...tagsQuery(tags) };
  const apps = useTrackedApps();
  const publishers = useRead("listPublishers", { query }, { keepPrevious: true });
  return (
    <Screen
      title="Publishers"
      lead="Publishers of the apps that you track."
      actions={<ButtonLink href="/find/publishers">Find a publisher</ButtonLink>}
    >
      <SegmentField
        label="Store"
        isLabelHidden
        value={platform}
        onChange={(next) => set({ platform: next, page: 1 })}
        options={[{ id: "all", name: "Both stores" }, ...platformOptions]}
      />
      <PagedView
        query={publishers}
        onPage={(next) => set({ page: next })}
        loading="Loading the publishers…"
        empty={
          tags.length > 0 ? (
            <EmptyState title="No tracked app has these tags">Choose other tags above.</EmptyState>
          ) : (
            <EmptyState title="No publishers yet" action={<ButtonLink href="/find">Find an app</ButtonLink>}>
              Track an app, and its publisher appears here.
            </EmptyState>
          )
        }
      >
        {({ data }) => (
          <DataTable
            caption="Publishers"
            columns={columnsOf(apps)}
            rows={data}
            rowKey={({ id }) => id}
            readPage={readPageOf("listPublishers", (next) => ({ query: { ...query, ...next } }))}
          />
        )}
      </PagedView>
    </Screen>
  );
}

const ICONS_MAX = 4;

const columnsOf = (apps: readonly TrackedApp[]) => [
  {
    key: "name",
    name: "Publisher",
    render: ({ platform, external_id: id, name }: Publisher) => (
      <TextLink href={publisherPath(platform, id)}>
        <bdi>{name}</bdi>
      </TextLink>
    ),
  },
  {
    key: "icons",
    name: "Apps",
    render: ({ platform, external_id: id }: Publisher) => (
      <span className={styles.icons}>
        {apps
          .filter(({ publisher }) => publisher?.platform === platform && publisher.external_id === id)
          .slice(0, ICONS_MAX)
          .map((app) => (
            <AppIcon key={app.id} url={app.icon_url} name={app.name} size="small" />
          ))}
      </span>
    ),
  },
  { key: "store", name: "Store", render: ({ platform }: Publisher) => <StoreBadge platform={platform} /> },
  { key: "apps", name: "Tracked apps", align: "end" as const, render: ({ apps_count: count }: Publisher) => count },
];
