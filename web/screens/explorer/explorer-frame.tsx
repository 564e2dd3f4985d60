import type { ReactNode } from "react";
import { SearchField } from "../../components/fields/search-field.tsx";
import { SelectField } from "../../components/fields/select-field.tsx";
import { FilterBar } from "../../components/filter-bar.tsx";
import { LinkTabs } from "../../components/link-tabs.tsx";
import { Screen } from "../../components/screen.tsx";
import { CategoryField } from "../../features/stores/category-field.tsx";
import { platformOptions } from "../../features/stores/store-options.ts";
import { ExplorerPages, type ExplorerPagesProps } from "./explorer-pages.tsx";

type ExplorerFrameProps<Item> = ExplorerPagesProps<Item> & {
  readonly title: string;
  readonly lead: string;
  readonly children: (items: readonly Item[]) => ReactNode;
};

export function ExplorerFrame<Item extends { readonly app_id: number }>(props: ExplorerFrameProps<Item>) {
  const { title, lead, state, set, ...pages } = props;
  return (
    <Screen title={title} lead={lead}>
      <LinkTabs
        label="Explorer"
        tabs={[
          { href: "/explorer/screenshots", name: "Screenshots" },
          { href: "/explorer/icons", name: "Icons" },
        ]}
      />
      <FilterBar label="Choose apps">
        <SelectField
          label="Store"
          hint={state.platform === "all" ? "Each store has its own categories. Choose a store first." : undefined}
          value={state.platform}
          onChange={(platform) => set({ platform, category: "", pages: 1 })}
          options={[{ id: "all", name: "Both stores" }, ...platformOptions]}
        />
        {state.platform !== "all" && (
          <CategoryField
            platform={state.platform}
            value={state.category}
            onChange={(category) => set({ category, pages: 1 })}
          />
        )}
        <SearchField
          label="Search"
          placeholder="Part of an app's name"
          value={state.search}
          onChange={(search) => set({ search, pages: 1 }, { replace: true })}
        />
      </FilterBar>
      <ExplorerPages state={state} set={set} {...pages} />
    </Screen>
  );
}
