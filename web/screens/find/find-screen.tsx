import { useRead } from "../../client/use-read.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { TextLink } from "../../components/text-link.tsx";
import { FoundApp } from "./found-app.tsx";
import { SearchScreen } from "./search-screen.tsx";
import { useStoreSearch } from "./use-store-search.ts";

export function FindScreen() {
  const search = useStoreSearch();
  const { query, options, values } = search;
  return (
    <SearchScreen
      title="Find apps"
      lead="Search a store and track the apps that you want to watch."
      label="App or brand"
      listName="Apps"
      search={search}
      results={useRead("searchApps", { query }, options)}
      start={
        <EmptyState title="Which app do you want to watch?">
          Type its name, or <TextLink href="/find/paste">paste a list</TextLink> of ids and store addresses to track
          many at once.
        </EmptyState>
      }
      empty={
        <EmptyState title={`No app found for “${values.term}”`}>
          Try the exact name from the store or another country, or paste the address of the app.
        </EmptyState>
      }
    >
      {(app) => <FoundApp key={app.id} app={app} />}
    </SearchScreen>
  );
}
