import { ComboField } from "../../components/fields/combo-field.tsx";
import { type Option, SelectField } from "../../components/fields/select-field.tsx";
import { storeNames } from "../../format/app-path.ts";
import { useCompetitors } from "../tracking/use-competitors.ts";
import { useTrackedApps } from "../tracking/use-tracked-apps.ts";
import { useViews } from "../views/use-views.ts";
import { showsEvents } from "./feed-of-view.ts";
import { appOptionId, describeScope, type FeedKind, type FeedScope } from "./feed-scope.ts";

type Bound<Value> = {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
};

type ScopeFieldSetProps = {
  readonly kind: Bound<FeedKind>;
  readonly app: Bound<string>;
  readonly view: Bound<string>;
  /** The scope that is changed. Its app or view may no longer be one of the user's. */
  readonly own?: FeedScope | undefined;
};

const kinds: readonly Option<FeedKind>[] = [
  { id: "mine", name: "Your apps" },
  { id: "rivals", name: "Competitors" },
  { id: "app", name: "One app" },
  { id: "view", name: "A saved view of changes" },
];

/** Chooses the events of a feed or of a webhook. */
export function ScopeFieldSet({ kind, app, view, own }: ScopeFieldSetProps) {
  return (
    <>
      <SelectField label="Events of" options={kinds} {...kind} />
      {kind.value === "app" && <AppChoice own={own} {...app} />}
      {kind.value === "view" && <ViewChoice own={own} {...view} />}
    </>
  );
}

type ChoiceProps = Bound<string> & Pick<ScopeFieldSetProps, "own">;

function AppChoice({ own, ...field }: ChoiceProps) {
  const apps = [...useTrackedApps(), ...useCompetitors()];
  const named = apps.map((one): readonly [string, string] => [
    appOptionId(one),
    `${one.name} (${storeNames[one.platform]})`,
  ]);
  const known = own?.app ? [[appOptionId(own.app), describeScope(own)] as const, ...named] : named;
  const options = [...new Map(known)].map(([id, name]) => ({ id, name }));
  return <ComboField label="App" options={withNone(options, field.value, "Choose an app")} {...field} />;
}

function ViewChoice({ own, ...field }: ChoiceProps) {
  const views = useViews().filter(({ scope }) => showsEvents(scope));
  const named = views.map(({ id, name }): readonly [string, string] => [`${id}`, name]);
  const known = own?.view ? [[`${own.view.id}`, own.view.name] as const, ...named] : named;
  const options = [...new Map(known)].map(([id, name]) => ({ id, name }));
  return (
    <SelectField
      label="View"
      hint={views.length === 0 ? "“Save view” above a screen of changes makes one." : undefined}
      options={withNone(options, field.value, "Choose a view")}
      {...field}
    />
  );
}

/** A choice that is not among the options, or whose name is not loaded yet, keeps its place. */
function withNone(options: readonly Option[], chosen: string, none: string): readonly Option[] {
  const isKnown = chosen === "" || options.some(({ id }) => id === chosen);
  return [{ id: "", name: none }, ...(isKnown ? [] : [{ id: chosen, name: "Loading…" }]), ...options];
}
