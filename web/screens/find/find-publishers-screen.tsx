import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { publisherPath } from "../../format/app-path.ts";
import styles from "./found-list.module.css";
import { SearchScreen } from "./search-screen.tsx";
import { useStoreSearch } from "./use-store-search.ts";

export function FindPublishersScreen() {
  const search = useStoreSearch();
  const { query, options, values } = search;
  return (
    <SearchScreen
      title="Find publishers"
      lead="A publisher’s page lists its apps and lets you import them."
      label="Publisher"
      listName="Publishers"
      search={search}
      results={useRead("searchPublishers", { query }, options)}
      start={<EmptyState title="Whose apps do you want to watch?">Type the name of a publisher.</EmptyState>}
      empty={<EmptyState title={`No publisher found for “${values.term}”`}>Try one of its apps instead.</EmptyState>}
    >
      {({ platform, external_id: id, name }) => (
        <li key={id} className={styles.item}>
          <div className={styles.text}>
            <TextLink href={publisherPath(platform, id)}>{name}</TextLink>
          </div>
        </li>
      )}
    </SearchScreen>
  );
}
