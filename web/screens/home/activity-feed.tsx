import { oneOf, useQueryState } from "../../client/query-state.ts";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SegmentField } from "../../components/fields/segment-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { Panel } from "../../components/panel.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { ChangeFeed } from "../../features/changes/change-feed.tsx";
import { fieldFilters, fieldOptions, fieldsOf } from "../../features/changes/field-filter.ts";
import styles from "./home-screen.module.css";
import { useNewestChanges } from "./use-newest-changes.ts";

const filters = { whose: oneOf(["apps", "competitors", "all"], "apps"), field: oneOf(fieldFilters, "") };
const sides = [
  { id: "apps", name: "My apps" },
  { id: "competitors", name: "Competitors" },
  { id: "all", name: "All" },
] as const;
const feeds = {
  apps: { operation: "listAppChanges", scope: undefined, marks: [] },
  competitors: { operation: "listCompetitorChanges", scope: undefined, marks: ["tracked"] },
  all: { operation: "listAppChanges", scope: "all", marks: ["tracked", "competitor"] },
} as const;

export function ActivityFeed() {
  const [{ whose, field }, set] = useQueryState(filters);
  const { operation, scope, marks } = feeds[whose];
  const changes = useNewestChanges({ operation, scope, fields: fieldsOf(field) });
  return (
    <Panel title="Activity" actions={<ButtonLink href={`/changes/${whose}`}>All changes</ButtonLink>}>
      <div className={styles.filters}>
        <SegmentField label="Whose" value={whose} onChange={(next) => set({ whose: next })} options={sides} />
        <SelectField
          label="What changed"
          value={field}
          onChange={(next) => set({ field: next })}
          options={fieldOptions}
        />
      </div>
      <QueryView
        query={changes}
        isEmpty={(shown) => shown.length === 0}
        empty={<NoActivity isFiltered={field !== ""} onReset={() => set({ field: "" })} />}
      >
        {(shown) => <ChangeFeed changes={shown} marks={marks} />}
      </QueryView>
    </Panel>
  );
}

function NoActivity({ isFiltered, onReset }: { readonly isFiltered: boolean; readonly onReset: () => void }) {
  if (isFiltered)
    return <EmptyState title="No changes of this kind" action={<Button onPress={onReset}>Show all changes</Button>} />;
  return (
    <EmptyState title="Nothing has changed yet">
      Store data is compared every day. Changes appear here after the second day.
    </EmptyState>
  );
}
