import { useForm } from "../../client/use-form.ts";
import { useWrite } from "../../client/use-write.ts";
import { DateField } from "../../components/fields/date-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import {
  fieldsOf,
  NOTE_TEXT_MAX,
  type Note,
  type NoteFields,
  noteOf,
  readsWithNotes,
} from "../../features/notes/note.ts";
import { useTrackedApps } from "../../features/tracking/use-tracked-apps.ts";
import { storeNames } from "../../format/app-path.ts";
import { SettingsForm } from "./settings-form.tsx";

type Saved = { readonly onSaved: () => void };

export function NewNoteForm({ fields, onSaved }: Saved & { readonly fields: NoteFields }) {
  const create = useWrite("createNote", { refreshes: readsWithNotes });
  const form = useForm(create, fields, {
    inputOf: (written) => ({ body: noteOf(written) }),
    onSuccess: onSaved,
  });
  return <NoteForm form={form} note={undefined} />;
}

export function ChangedNoteForm({ note, onSaved }: Saved & { readonly note: Note }) {
  const update = useWrite("updateNote", { refreshes: readsWithNotes });
  const form = useForm(update, fieldsOf(note), {
    inputOf: (fields) => ({ params: { note_id: note.id }, body: noteOf(fields) }),
    onSuccess: onSaved,
  });
  return <NoteForm form={form} note={note} />;
}

type NoteFormProps = {
  readonly form: ReturnType<typeof useForm<NoteFields, never, unknown>>;
  readonly note: Note | undefined;
};

function NoteForm({ form, note }: NoteFormProps) {
  const apps = useTrackedApps();
  const known = apps.map(({ id, name, platform }) => ({ id: String(id), name: `${name} (${storeNames[platform]})` }));
  const own = note?.app ?? null;
  // An app that is no longer tracked keeps its notes.
  const isKnown = own === null || known.some(({ id }) => id === String(own.id));
  const options = isKnown ? known : [...known, { id: String(own.id), name: own.name }];
  return (
    <SettingsForm form={form} submit="Save">
      <DateField label="Day" hint="The day is in UTC." {...form.field("day")} />
      <SelectField label="App" options={[{ id: "", name: "No app" }, ...options]} {...form.field("app_id")} />
      <TextField label="Text" rows={4} maxLength={NOTE_TEXT_MAX} autoComplete="off" {...form.field("text")} />
    </SettingsForm>
  );
}
