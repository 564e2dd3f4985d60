import { useState } from "react";

import type { Data } from "../../client/operation-types.ts";
import { useRead } from "../../client/use-read.ts";
import { useWrite } from "../../client/use-write.ts";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { NameDialog } from "../../features/names/name-dialog.tsx";
import { readsWithTags, TAG_NAME_MAX } from "../../features/tags/tag.ts";
import { OwnNameActions } from "./own-name-actions.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

type Tag = Data<"listTags">[number];
type Named = Tag | "new" | undefined;

/** The tags, which are created, renamed and deleted here. */
export function TagsScreen() {
  const tags = useRead("listTags", {});
  const [named, setNamed] = useState<Named>();
  const [deleted, setDeleted] = useState<Tag>();
  const create = useWrite("createTag", { refreshes: ["listTags"] });
  const rename = useWrite("renameTag", { refreshes: readsWithTags });
  const remove = useWrite("deleteTag", { refreshes: readsWithTags });
  const close = () => {
    setNamed(undefined);
    setDeleted(undefined);
    for (const write of [create, rename, remove]) write.reset();
  };
  const save = (name: string) => {
    if (named === "new") create.mutate({ body: { name } }, { onSuccess: close });
    else if (named !== undefined) rename.mutate({ params: { tag_id: named.id }, body: { name } }, { onSuccess: close });
  };
  return (
    <Screen
      title="Tags"
      lead="A tag groups apps and competitors. It filters all lists, and apps get it in the table of apps."
      actions={
        <Button variant="primary" onPress={() => setNamed("new")}>
          New tag
        </Button>
      }
    >
      <SettingsTabs />
      <QueryView
        query={tags}
        isEmpty={({ data }) => data.length === 0}
        empty={<EmptyState title="There is no tag">Create one, then select apps and give it to them.</EmptyState>}
      >
        {({ data }) => (
          <DataTable<Tag>
            caption="Tags"
            columns={[
              {
                key: "name",
                name: "Tag",
                render: ({ id, name }) => (
                  <TextLink href={`/apps?tags=${id}`}>
                    <bdi>{name}</bdi>
                  </TextLink>
                ),
                csv: ({ name }) => name,
              },
              { key: "apps", name: "Apps", align: "end", render: ({ apps_count: count }) => count },
              {
                key: "actions",
                name: "Actions",
                isNameHidden: true,
                align: "end",
                render: (tag) => (
                  <OwnNameActions name={tag.name} onRename={() => setNamed(tag)} onDelete={() => setDeleted(tag)} />
                ),
              },
            ]}
            rows={data}
            rowKey={({ id }) => id}
          />
        )}
      </QueryView>
      <NameDialog
        key={named === "new" ? "new" : `rename ${named?.id}`}
        title={named === "new" ? "New tag" : "Rename the tag"}
        submit={named === "new" ? "Create" : "Rename"}
        name={named === "new" ? "" : (named?.name ?? "")}
        maxLength={TAG_NAME_MAX}
        isOpen={named !== undefined}
        onClose={close}
        isPending={create.isPending || rename.isPending}
        problem={create.error ?? rename.error}
        onSubmit={save}
      />
      <ConfirmDialog
        title={`Delete ${deleted?.name ?? "the tag"}?`}
        isOpen={deleted !== undefined}
        onClose={close}
        confirm="Delete"
        onConfirm={() => {
          if (deleted !== undefined) remove.mutate({ params: { tag_id: deleted.id } }, { onSuccess: close });
        }}
        isDangerous
        isPending={remove.isPending}
      >
        <p>All apps lose it. They stay tracked.</p>
        {remove.error !== null && <Notice kind="negative">{remove.error.detail}</Notice>}
      </ConfirmDialog>
    </Screen>
  );
}
