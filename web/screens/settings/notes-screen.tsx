import { useState } from "react";

import { wholeNumber } from "../../client/codec.ts";
import { useQueryState } from "../../client/query-state.ts";
import { readPageOf } from "../../client/read-page.ts";
import { useRead } from "../../client/use-read.ts";
import { useWrite } from "../../client/use-write.ts";
import { AppLink } from "../../components/app-link.tsx";
import { Button } from "../../components/button.tsx";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { DayText } from "../../components/day-text.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Notice } from "../../components/notice.tsx";
import { PagedView } from "../../components/paged-view.tsx";
import { Screen } from "../../components/screen.tsx";
import { newNoteState } from "../../features/notes/new-note.ts";
import { type Note, newFields, readsWithNotes } from "../../features/notes/note.ts";
import { formatDay } from "../../format/times.ts";
import { ChangedNoteForm, NewNoteForm } from "./note-form.tsx";
import { SettingsTabs } from "./settings-tabs.tsx";

/** The user's notes, which plots mark at their days. */
export function NotesScreen() {
  const [{ page, day, app }, set] = useQueryState({ page: wholeNumber(1), ...newNoteState });
  const notes = useRead("listNotes", { query: { page } }, { keepPrevious: true });
  const [chosen, setWritten] = useState<Note | "new">();
  const written = chosen ?? (day === undefined ? undefined : "new");
  const [deleted, setDeleted] = useState<Note>();
  const remove = useWrite("deleteNote", { refreshes: readsWithNotes });
  const close = () => {
    setWritten(undefined);
    setDeleted(undefined);
    remove.reset();
    if (day !== undefined) set({ day: undefined, app: 0 }, { replace: true });
  };
  return (
    <Screen
      title="Notes"
      lead="A note says what happened on a day, such as the start of a campaign. The plots of its app mark it."
      actions={
        <Button variant="primary" onPress={() => setWritten("new")}>
          New note
        </Button>
      }
    >
      <SettingsTabs />
      <PagedView
        query={notes}
        onPage={(next) => set({ page: next })}
        empty={<EmptyState title="There is no note">Write what you did, and see what followed.</EmptyState>}
      >
        {({ data }) => (
          <DataTable<Note>
            caption="Notes"
            columns={columnsOf(setWritten, setDeleted)}
            rows={data}
            rowKey={({ id }) => id}
            readPage={readPageOf("listNotes", (next) => ({ query: next }))}
          />
        )}
      </PagedView>
      <Dialog title={written === "new" ? "New note" : "Change the note"} isOpen={written !== undefined} onClose={close}>
        {written === "new" && <NewNoteForm fields={newFields({ day, app })} onSaved={close} />}
        {written !== undefined && written !== "new" && <ChangedNoteForm note={written} onSaved={close} />}
      </Dialog>
      <ConfirmDialog
        title={`Delete the note of ${deleted === undefined ? "this day" : formatDay(deleted.day)}?`}
        isOpen={deleted !== undefined}
        onClose={close}
        confirm="Delete"
        onConfirm={() => {
          if (deleted !== undefined) remove.mutate({ params: { note_id: deleted.id } }, { onSuccess: close });
        }}
        isDangerous
        isPending={remove.isPending}
      >
        <p>{deleted?.text}</p>
        {remove.error !== null && <Notice kind="negative">{remove.error.detail}</Notice>}
      </ConfirmDialog>
    </Screen>
  );
}

function columnsOf(onChange: (note: Note) => void, onDelete: (note: Note) => void): readonly Column<Note>[] {
  return [
    { key: "day", name: "Day", render: ({ day }) => <DayText day={day} /> },
    {
      key: "app",
      name: "App",
      render: ({ app }) =>
        app === null ? (
          "No app"
        ) : (
          <AppLink platform={app.platform} externalId={app.external_id} name={app.name} iconUrl={app.icon_url} />
        ),
      csv: ({ app }) => app?.name,
    },
    { key: "text", name: "Text", render: ({ text }) => <bdi>{text}</bdi>, csv: ({ text }) => text },
    {
      key: "actions",
      name: "Actions",
      isNameHidden: true,
      align: "end",
      render: (note) => (
        <>
          <Button
            size="small"
            variant="quiet"
            label={`Change the note of ${formatDay(note.day)}`}
            onPress={() => onChange(note)}
          >
            Change
          </Button>
          <Button
            size="small"
            variant="quiet"
            label={`Delete the note of ${formatDay(note.day)}`}
            onPress={() => onDelete(note)}
          >
            Delete
          </Button>
        </>
      ),
    },
  ];
}
