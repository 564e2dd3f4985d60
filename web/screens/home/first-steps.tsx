import { EmptyState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import styles from "./home-screen.module.css";

export function FirstSteps() {
  return (
    <EmptyState
      title="Track your first app"
      action={
        <div className={styles.filters}>
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
        <li>Come back tomorrow. Changes are listed here, day by day.</li>
      </ol>
    </EmptyState>
  );
}
