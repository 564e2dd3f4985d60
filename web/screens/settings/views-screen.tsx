import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import { useWrite } from "../../client/use-write.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink, TextLink } from "../../components/text-link.tsx";
import { newFeedPath, showsEvents } from "../../features/feeds/feed-of-view.ts";
import { NameDialog } from "../../features/names/name-dialog.tsx";
import { VIEW_NAME_MAX } from "../../features/views/use-views.ts";
import { viewPath } from "../../features/views/view-address.ts";
import { OwnNameActions } from "./own-name-actions.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

type View = Data<"listViews">[number];

/** The saved views, which are renamed and deleted here. */
export function ViewsScreen() {
  const views = useRead("listViews", {});
  const [renamed, setRenamed] = useState<View>();
  const [deleted, setDeleted] = useState<View>();
  const rename = useWrite("updateView", { refreshes: ["listViews"] });
  const remove = useWrite("deleteView", { refreshes: ["listViews"] });
  const close = () => {
    setRenamed(undefined);
    setDeleted(undefined);
    rename.reset();
    remove.reset();
  };
  return (
    <Screen title="Saved views" lead="A view is the address of a screen with all of its choices, under a name.">
      <SettingsTabs />
      <QueryView
        query={views}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title="There is no saved view">Use “Save view” above any screen.</EmptyState>}
      >
        {({ data }) => (
          <DataTable<View>
            caption="Saved views"
            columns={[
              {
                key: "name",
                name: "Name",
                render: ({ name, scope }) => (
                  <TextLink href={viewPath(scope)} isWhole>
                    <bdi>{name}</bdi>
                  </TextLink>
                ),
                csv: ({ name }) => name,
              },
              { key: "address", name: "Address", render: ({ scope }) => viewPath(scope) },
              {
                key: "actions",
                name: "Actions",
                isNameHidden: true,
                align: "end",
                render: (view) => (
                  <>
                    {showsEvents(view.scope) && (
                      <ButtonLink
                        href={newFeedPath(view.id)}
                        variant="quiet"
                        size="small"
                        label={`Follow ${view.name}`}
                      >
                        Follow
                      </ButtonLink>
                    )}
                    <OwnNameActions
                      name={view.name}
                      onRename={() => setRenamed(view)}
                      onDelete={() => setDeleted(view)}
                    />
                  </>
                ),
              },
            ]}
            rows={data}
            rowKey={({ id }) => id}
          />
        )}
      </QueryView>
      <NameDialog
        key={`rename ${renamed?.id}`}
        title="Rename the view"
        submit="Rename"
        name={renamed?.name ?? ""}
        maxLength={VIEW_NAME_MAX}
        isOpen={renamed !== undefined}
        onClose={close}
        isPending={rename.isPending}
        problem={rename.error}
        onSubmit={(name) => {
          if (renamed === undefined) return;
          rename.mutate({ params: { view_id: renamed.id }, body: { name } }, { onSuccess: close });
        }}
      />
      <ConfirmDialog
        title={`Delete ${deleted?.name ?? "the view"}?`}
        isOpen={deleted !== undefined}
        onClose={close}
        confirm="Delete"
        onConfirm={() => {
          if (deleted !== undefined) remove.mutate({ params: { view_id: deleted.id } }, { onSuccess: close });
        }}
        isDangerous
        isPending={remove.isPending}
      >
        <p>The address itself stays valid.</p>
        {remove.error !== null && <Notice kind="negative">{remove.error.detail}</Notice>}
      </ConfirmDialog>
    </Screen>
  );
}
