import { Badge } from "../../components/badge.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { ProgressBar } from "../../components/progress-bar.tsx";
import { StoreBadge } from "../../components/store-badge.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { appPath } from "../../format/app-path.ts";
import styles from "./paste-screen.module.css";
import { isTracked, type PastedOutcome } from "./track-pasted.ts";
import type { PastedResult } from "./use-track-pasted.ts";

type PastedResultsProps = { readonly results: readonly PastedResult[]; readonly isRunning: boolean };

export function PastedResults({ results, isRunning }: PastedResultsProps) {
  if (results.length === 0) return null;
  const done = results.filter(({ outcome }) => outcome.state !== "waiting").length;
  const tracked = results.filter(({ outcome }) => isTracked(outcome)).length;
  return (
    <section className={styles.results} aria-label="Results">
      {isRunning && <ProgressBar label="Tracking" value={done} max={results.length} />}
      <p role="status">
        {isRunning ? `${done} of ${results.length} done` : `${tracked} of ${results.length} apps are tracked.`}
      </p>
      <DataTable
        caption="Result for each app"
        rows={results}
        rowKey={({ app }) => `${app.platform} ${app.externalId}`}
        columns={[
          { key: "app", name: "App", render: ({ app, outcome }) => <PastedName app={app} outcome={outcome} /> },
          { key: "store", name: "Store", render: ({ app }) => <StoreBadge platform={app.platform} /> },
          { key: "result", name: "Result", render: ({ outcome }) => <Outcome outcome={outcome} /> },
        ]}
      />
    </section>
  );
}

function PastedName({ app, outcome }: PastedResult) {
  const name = outcome.state === "found" ? outcome.name : app.externalId;
  return isTracked(outcome) ? <TextLink href={appPath(app.platform, app.externalId)}>{name}</TextLink> : name;
}

function Outcome({ outcome }: { readonly outcome: PastedOutcome }) {
  switch (outcome.state) {
    case "waiting":
      return <span className={styles.waiting}>Waiting…</span>;
    case "tracked":
      return <Badge tone="positive">Tracked</Badge>;
    case "found":
      return <Badge tone="positive">Found in the store and tracked</Badge>;
    case "failed":
      return <Badge tone="negative">{outcome.detail}</Badge>;
    case "not_found":
      return (
        <span>
          <Badge tone="warning">Not found</Badge> {adviceOf(outcome.searched)}
        </span>
      );
  }
}

function adviceOf(searched: string | undefined): string {
  return searched === undefined
    ? "An id does not contain a name to search for. Search for the app by its name, or paste its store address."
    : `The store was searched for “${searched}”. Search for the app by its name.`;
}
