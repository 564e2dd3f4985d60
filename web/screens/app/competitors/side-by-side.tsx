import type { Input } from "../../../client/operation-types.ts";
import { useRead } from "../../../client/use-read.ts";
import { DataTable } from "../../../components/data-table.tsx";
import { LocaleField } from "../../../components/fields/locale-field.tsx";
import { Panel } from "../../../components/panel.tsx";
import { useAppFrame } from "../use-app-frame.ts";
import { type ComparedApp, comparedFacts, type Fact } from "./compared-facts.tsx";
import styles from "./side-by-side.module.css";

type AppParams = Input<"showApp">["params"];

type SideBySideProps = {
  readonly compared: readonly AppParams[];
  readonly locale: string;
  readonly onLocale: (locale: string) => void;
};

export function SideBySide({ compared, locale, onLocale }: SideBySideProps) {
  const { app } = useAppFrame();
  const others = useComparedApps(compared);
  const apps = [app, ...others.flatMap(({ data }) => data?.data ?? [])];
  const locales = [...new Set(apps.flatMap(({ listings }) => listings.map((listing) => listing.locale)))].toSorted();
  const shown = locale || sharedLocale(apps) || (locales[0] ?? "en-US");
  const failed = others.find(({ error }) => error !== null)?.error;
  return (
    <Panel
      title="Side by side"
      actions={<LocaleField label="Language of the texts" value={shown} onChange={onLocale} locales={locales} />}
    >
      {failed !== undefined && failed !== null && <p role="alert">An app could not be loaded: {failed.detail}</p>}
      <div className={styles.table} aria-busy={others.some(({ isFetching }) => isFetching) || undefined}>
        <DataTable
          caption="Comparison with competitors"
          columns={[
            { key: "fact", name: "Fact", isNameHidden: true, render: nameOf, csv: nameOf },
            ...apps.map((one) => ({
              key: one.external_id,
              name: one.name,
              render: ({ value }: Fact) => <div className={styles.cell}>{value(one)}</div>,
            })),
          ]}
          rows={comparedFacts({ locale: shown, country: app.origin_country_code })}
          rowKey={({ name }) => name}
        />
      </div>
    </Panel>
  );
}

const nameOf = ({ name }: Fact) => name;

/** Returns up to three apps. Hooks must not run in a loop, so three are always called. */
function useComparedApps(compared: readonly AppParams[]) {
  const [first, second, third] = compared;
  const apps = [useAppOf(first), useAppOf(second), useAppOf(third)];
  return apps.slice(0, compared.length);
}

const NONE: AppParams = { platform: "ios", external_id: "" };

function useAppOf(params: AppParams | undefined) {
  return useRead("showApp", { params: params ?? NONE }, { enabled: params !== undefined });
}

const FIRST_CHOICE = "en-US";

function sharedLocale(apps: readonly ComparedApp[]): string | undefined {
  const shared = apps
    .map(({ listings }) => listings.map(({ locale }) => locale))
    .reduce((all, own) => all.filter((locale) => own.includes(locale)));
  return shared.includes(FIRST_CHOICE) ? FIRST_CHOICE : shared[0];
}
