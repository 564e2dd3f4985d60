import { useRead } from "../../../client/use-read.ts";
import { CheckField } from "../../../components/fields/check-field.tsx";
import { ProblemState } from "../../../components/problem-state.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { appTabPaths } from "../../../format/app-path.ts";
import { useAppFrame } from "../use-app-frame.ts";
import styles from "./keywords.module.css";
import { COMPARED_MAX, type KeywordsState } from "./keywords-state.ts";

type Chosen = Pick<KeywordsState, "compare">;

type CompetitorChoiceProps = {
  readonly state: Chosen;
  readonly set: (patch: Chosen, options: { readonly replace: boolean }) => void;
  /** Only competitors in the store of the app are offered. */
  readonly isSameStore?: boolean | undefined;
};

export function CompetitorChoice({ state: { compare }, set, isSameStore = false }: CompetitorChoiceProps) {
  const { params, platform, href } = useAppFrame();
  const competitors = useRead("listAppCompetitors", { params });
  const rows = (competitors.data?.data ?? []).filter(({ app }) => !isSameStore || app.platform === platform);
  if (competitors.data !== undefined && rows.length === 0) {
    return (
      <p className={styles.hint}>
        To compare with competitors, <TextLink href={href(appTabPaths.competitors)}>add a competitor</TextLink>.
      </p>
    );
  }
  if (competitors.data === undefined && competitors.error !== null) {
    return <ProblemState problem={competitors.error} retry={competitors.refetch} isRetrying={competitors.isFetching} />;
  }
  const toggle = (id: string, isChosen: boolean) =>
    set({ compare: isChosen ? [...compare, id] : compare.filter((one) => one !== id) }, { replace: true });
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Compare with up to five competitors</legend>
      {rows.map(({ app }) => {
        const id = String(app.id);
        const isChosen = compare.includes(id);
        return (
          <CheckField
            key={id}
            label={app.name}
            isChecked={isChosen}
            isDisabled={!isChosen && compare.length >= COMPARED_MAX}
            onChange={(next) => toggle(id, next)}
          />
        );
      })}
    </fieldset>
  );
}
