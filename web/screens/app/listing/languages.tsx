import { DataTable } from "../../../components/data-table.tsx";
import { FirstRows } from "../../../components/first-rows.tsx";
import { Panel } from "../../../components/panel.tsx";
import { localeName } from "../../../format/locale-names.ts";
import { countCoverage, describeCoverage, type LanguageCoverage } from "./coverage-texts.ts";
import styles from "./listing-tab.module.css";

const SHOWN = 8;

/** Shows which languages of the store have texts of their own. */
export function Languages({ languages }: { readonly languages: readonly LanguageCoverage[] }) {
  if (languages.length === 0) return null;
  return (
    <Panel title="Languages">
      <p className={styles.facts}>{countCoverage(languages)}</p>
      <FirstRows rows={languages} first={SHOWN} plural="languages">
        {(shown) => (
          <DataTable
            caption="Texts of each language"
            rows={shown}
            rowKey={({ locale }) => locale}
            columns={[
              { key: "locale", name: "Language", render: ({ locale }) => localeName(locale) },
              { key: "texts", name: "Texts", render: describeCoverage },
            ]}
          />
        )}
      </FirstRows>
    </Panel>
  );
}
