import { ChoiceButton } from "../../components/choice-button.tsx";
import { ChoiceList } from "../../components/choice-list.tsx";
import styles from "./portfolio.module.css";
import { columnNames } from "./portfolio-columns.tsx";
import { columnKeys, firstOrder, type PortfolioState, sortedBy } from "./portfolio-state.ts";
import type { SetPortfolioState } from "./use-portfolio-state.ts";

const sortNames = {
  "": "Most recently tracked",
  last_event: "Newest change",
  biggest_move: "Biggest move",
  gained_ratings: "New ratings",
  rating: "Rating",
  rank: "Rank",
  price: "Price",
} as const;

const sortOptions = (["", "last_event", "biggest_move", "gained_ratings", "rating", "rank", "price"] as const).map(
  (id) => ({ id, name: sortNames[id] }),
);

type PortfolioChoicesProps = { readonly state: PortfolioState; readonly set: SetPortfolioState };

export function PortfolioChoices({ state, set }: PortfolioChoicesProps) {
  return (
    <div className={styles.choices}>
      <ChoiceButton label="Sort" value={sortNames[state.sort]}>
        {(close) => (
          <ChoiceList
            label="Sort"
            options={sortOptions}
            selected={[state.sort]}
            onSelect={([id]) => {
              close();
              const sort = sortedBy.find((one) => one === id);
              set({ sort: sort ?? "", order: sort === undefined ? "desc" : firstOrder(sort), page: 1 });
            }}
          />
        )}
      </ChoiceButton>
      <ChoiceButton label="Columns" value={String(state.columns.length)}>
        {() => (
          <ChoiceList
            label="Columns"
            options={columnNames}
            selected={state.columns}
            isMultiple
            onSelect={(ids) => set({ columns: columnKeys.filter((key) => ids.includes(key)) }, { replace: true })}
          />
        )}
      </ChoiceButton>
    </div>
  );
}
