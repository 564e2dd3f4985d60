import { useRead } from "../../client/use-read.ts";
import { ChoiceButton } from "../../components/choice-button.tsx";
import { ChoiceList } from "../../components/choice-list.tsx";
import { QueryView } from "../../components/query-view.tsx";
import { formatQuantity } from "../../format/numbers.ts";
import type { PartProps } from "./part-props.ts";
import { type ChosenRivals, comparisons, RIVALS_MAX, rivalsOf } from "./scope.ts";
import styles from "./scope-bar.module.css";
import type { AppPath } from "./scope-parts.ts";

const comparisonNames = { week: "7 days before", period: "The period before", none: "Nothing" } as const;

/** The earlier days with which the figures are compared. */
export function VersusPart({ scope: { vs }, onChange }: PartProps) {
  return (
    <ChoiceButton label="vs" value={comparisonNames[vs]}>
      {(close) => (
        <ChoiceList
          label="Compare with"
          options={comparisons.map((id) => ({ id, name: comparisonNames[id] }))}
          selected={[vs]}
          onSelect={([id]) => {
            close();
            onChange({ vs: comparisons.find((one) => one === id) ?? "week" });
          }}
        />
      )}
    </ChoiceButton>
  );
}

type WithPartProps = PartProps & { readonly app: AppPath };

/** The chosen competitors are shown with the app. */
export function WithPart({ app, scope: { rivals }, onChange }: WithPartProps) {
  return (
    <ChoiceButton label="With" value={describeRivals(rivalsOf(rivals, app.externalId))}>
      {() => <Rivals app={app} rivals={rivals} onChange={(next) => onChange({ rivals: next })} />}
    </ChoiceButton>
  );
}

function describeRivals(rivals: ReturnType<typeof rivalsOf>): string {
  if (rivals === "all") return "All competitors";
  return rivals === "none" ? "No competitor" : formatQuantity(rivals.length, "competitor");
}

type RivalsProps = {
  readonly app: AppPath;
  readonly rivals: ChosenRivals;
  readonly onChange: (rivals: ChosenRivals) => void;
};

function Rivals({ app: { platform, externalId }, rivals, onChange }: RivalsProps) {
  const query = useRead("listAppCompetitors", { params: { platform, external_id: externalId } });
  return (
    <QueryView
      query={query}
      loading="Loading the competitors…"
      isEmpty={({ data }) => data.length === 0}
      empty={<p className={styles.hint}>This app has no competitors yet. Add some on its tab “Competitors”.</p>}
    >
      {({ data }) => {
        const options = data.map(({ app }) => ({ id: app.external_id, name: app.name }));
        const offered = options.slice(0, RIVALS_MAX).map(({ id }) => id);
        const chosen = rivalsOf(rivals, externalId);
        const selected = chosen === "all" ? offered : chosen === "none" ? [] : chosen;
        return (
          <>
            {options.length > RIVALS_MAX && <p className={styles.hint}>At most {RIVALS_MAX} are shown at once.</p>}
            <ChoiceList
              label="Competitors"
              options={options}
              selected={selected}
              isMultiple
              onSelect={(ids) => onChange(chosenOf({ app: externalId, ids }, offered))}
            />
          </>
        );
      }}
    </QueryView>
  );
}

function chosenOf(
  { app, ids }: { readonly app: string; readonly ids: readonly string[] },
  offered: readonly string[],
): ChosenRivals {
  if (ids.length === 0) return "none";
  const isDefault = ids.length === offered.length && offered.every((id) => ids.includes(id));
  return isDefault ? "all" : { app, ids: ids.slice(0, RIVALS_MAX) };
}
