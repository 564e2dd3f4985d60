import { flag, text, useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { CheckField } from "../../../components/fields/check-field.tsx";
import { Panel } from "../../../components/panel.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { PriceCourse } from "./price-course.tsx";
import type { StorefrontPrices } from "./price-steps.ts";
import { PriceTable } from "./price-table.tsx";
import styles from "./prices-tab.module.css";

const state = { country: text(), changed: flag() };
const DEFAULT_COUNTRY = "us";

export function PricesTab() {
  const { params, app } = useAppFrame();
  const [{ country, changed }, set] = useQueryState(state);
  const query = useRead("showPrices", { params });
  return (
    <QueryView
      query={query}
      loading="Loading the prices…"
      isEmpty={({ data }) => data.every(({ periods }) => periods.length === 0)}
      empty={
        <EmptyState title="No price has been read yet">
          {app.last_synced_at === null
            ? "The app’s first sync reads its prices."
            : "The store shows no price for this app."}
        </EmptyState>
      }
    >
      {({ data }) => {
        const storefronts = data.filter(({ periods }) => periods.length > 0);
        const shown = selectedOf(storefronts, country);
        return (
          <div className={styles.tab}>
            {shown !== undefined && <PriceCourse prices={shown} />}
            {storefronts.length > 1 && (
              <Panel
                title="Prices now"
                actions={
                  <CheckField
                    label="Only changed prices"
                    isChecked={changed}
                    onChange={(value) => set({ changed: value })}
                  />
                }
              >
                <PriceTable
                  rows={changed ? storefronts.filter(({ periods }) => periods.length > 1) : storefronts}
                  selected={shown?.country_code ?? undefined}
                  onSelect={(code) => set({ country: code })}
                />
              </Panel>
            )}
          </div>
        );
      }}
    </QueryView>
  );
}

function selectedOf(storefronts: readonly StorefrontPrices[], country: string): StorefrontPrices | undefined {
  const withCode = (code: string) => storefronts.find(({ country_code }) => country_code === code);
  return withCode(country) ?? withCode(DEFAULT_COUNTRY) ?? storefronts[0];
}
