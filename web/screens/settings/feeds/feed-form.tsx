import type { Data } from "../../../client/operation-types.ts";
import { useForm } from "../../../client/use-form.ts";
import { useWrite } from "../../../client/use-write.ts";
import { TextField } from "../../../components/fields/text-field.tsx";
import { newScopeFields, scopeOf } from "../../../features/feeds/feed-scope.ts";
import { ScopeFieldSet } from "../../../features/feeds/scope-field-set.tsx";
import { SettingsForm } from "../settings-form.tsx";

/** The service's maximum length of a name. */
const FEED_NAME_MAX = 80;

type FeedFormProps = {
  /** The id of the view that is chosen at first, or 0. */
  readonly view: number;
  readonly onCreated: (created: Data<"createFeed">) => void;
};

export function FeedForm({ view, onCreated }: FeedFormProps) {
  const create = useWrite("createFeed", { refreshes: ["listFeeds"] });
  const form = useForm(
    create,
    { name: "", ...newScopeFields(view) },
    {
      inputOf: ({ name, ...scope }) => ({ body: { name, scope: scopeOf(scope) } }),
      onSuccess: ({ data }) => onCreated(data),
    },
  );
  return (
    <SettingsForm form={form} submit="Create the feed">
      <TextField
        label="Name"
        hint="The title of the feed in a reader."
        maxLength={FEED_NAME_MAX}
        autoComplete="off"
        {...form.field("name")}
      />
      <ScopeFieldSet kind={form.field("scope.kind")} app={form.field("scope.app")} view={form.field("scope.view_id")} />
    </SettingsForm>
  );
}
