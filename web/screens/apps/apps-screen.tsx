import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { SearchField } from "../../components/fields/search-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { Screen } from "../../components/screen.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { Portfolio, usePortfolio } from "../../features/portfolio/portfolio.tsx";
import { usePortfolioState } from "../../features/portfolio/use-portfolio-state.ts";
import { storeOptions } from "../../features/stores/store-options.ts";

export function AppsScreen() {
  const [values, set] = usePortfolioState();
  const query = usePortfolio(values);
  const isFiltered = values.platform !== "" || values.search !== "" || values.tags.length > 0;
  // An empty list has nothing to filter.
  const hasApps = isFiltered || query.data?.meta.total !== 0;
  return (
    <Screen
      title="Apps"
      actions={
        <ButtonLink href="/find" variant="primary">
          Find apps
        </ButtonLink>
      }
    >
      <Portfolio
        query={query}
        state={values}
        set={set}
        empty={
          isFiltered ? <NoMatch onReset={() => set({ platform: "", search: "", tags: [], page: 1 })} /> : <NoApps />
        }
      >
        {hasApps && (
          <FilterBar label="Filter the apps">
            <SearchField label="Name" value={values.search} onChange={(search) => set({ search, page: 1 })} />
            <SelectField
              label="Store"
              value={values.platform}
              onChange={(platform) => set({ platform, page: 1 })}
              options={storeOptions}
            />
          </FilterBar>
        )}
      </Portfolio>
    </Screen>
  );
}

function NoMatch({ onReset }: { readonly onReset: () => void }) {
  return (
    <EmptyState title="No app matches" action={<Button onPress={onReset}>Clear the filters</Button>}>
      You do not track an app with this name in this store.
    </EmptyState>
  );
}

function NoApps() {
  return (
    <EmptyState title="You do not track any apps yet" action={<ButtonLink href="/find">Find an app</ButtonLink>}>
      Search a store or paste a list of addresses. Tracked apps are read every day, in every language and country.
    </EmptyState>
  );
}
