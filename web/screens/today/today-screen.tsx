import { EmptyState } from "../../components/empty-state.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { Portfolio, usePortfolio } from "../../features/portfolio/portfolio.tsx";
import { usePortfolioState } from "../../features/portfolio/use-portfolio-state.ts";
import { formatCount } from "../../format/numbers.ts";
import { NewEvents } from "./new-events.tsx";
import styles from "./today.module.css";
import { shownPortfolio } from "./today-reads.ts";

/** Shows what has happened since the last visit, and all tracked apps. */
export function TodayScreen() {
  const [values, set] = usePortfolioState();
  const state = shownPortfolio(values);
  const query = usePortfolio(state);
  const total = query.data?.meta.total;
  const isFiltered = values.tags.length > 0;
  return (
    <Screen
      title="Today"
      actions={
        total !== 0 && (
          <ButtonLink href="/find" variant="primary">
            Find apps
          </ButtonLink>
        )
      }
    >
      {total === 0 && !isFiltered ? (
        <FirstSteps />
      ) : (
        <>
          <NewEvents />
          <section aria-labelledby="tracked-apps">
            <Portfolio
              query={query}
              state={state}
              set={set}
              empty={<EmptyState title="No tracked app has these tags" />}
            >
              <h2 id="tracked-apps">
                Tracked apps {total !== undefined && <span className={styles.count}>{formatCount(total)}</span>}
              </h2>
            </Portfolio>
          </section>
        </>
      )}
    </Screen>
  );
}

function FirstSteps() {
  return (
    <EmptyState
      title="Track your first app"
      action={
        <div className={styles.buttons}>
          <ButtonLink href="/find" variant="primary">
            Search a store
          </ButtonLink>
          <ButtonLink href="/find/paste">Paste a list</ButtonLink>
        </div>
      }
    >
      <ol className={styles.steps}>
        <li>Search for an app by its name, or paste the addresses of many.</li>
        <li>Track it. Its page fills while the first sync reads every language and country.</li>
        <li>Come back tomorrow. Changes are listed here, the most important first.</li>
      </ol>
    </EmptyState>
  );
}
