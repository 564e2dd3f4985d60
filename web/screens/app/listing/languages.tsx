import { type Column, DataTable } from "../../../components/data-table.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Panel } from "../../../components/panel.tsx";
import { localeName } from "../../../format/locale-names.ts";
import { useAppFrame } from "../use-app-frame.ts";
import { countCoverage, describeCoverage, type LanguageCoverage } from "./coverage-texts.ts";
import styles from "./listing-tab.module.css";

const SHOWN = 25;

const columns: readonly Column<LanguageCoverage>[] = [
  {
    key: "locale",
    name: "Language",
    sortBy: ({ locale }) => localeName(locale),
    render: ({ locale }) => localeName(locale),
  },
  { key: "texts", name: "Texts", sortBy: describeCoverage, render: describeCoverage },
];

/** Shows which languages of the store have texts of their own. */
export function Languages() {
  const { app } = useAppFrame();
  const languages = app.coverage;
  if (languages.length === 0) {
    return <EmptyState title="No language has been read yet">The app’s first sync reads its languages.</EmptyState>;
  }
  return (
    <Panel title="Languages">
      <p className={styles.facts}>{countCoverage(languages)}</p>
      <DataTable
        caption="Texts of each language"
        rows={languages}
        rowKey={({ locale }) => locale}
        first={{ count: SHOWN, plural: "languages" }}
        columns={columns}
      />
    </Panel>
  );
}
