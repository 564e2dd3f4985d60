import { Collection, Header, ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";

import { regions } from "../../../features/stores/regions.ts";
import { classNames } from "../../../format/class-names.ts";
import { formatNarrowPrice } from "../../../format/numbers.ts";
import { describeState, hasChangedLately, type Storefront } from "./storefronts.ts";
import styles from "./tile-map.module.css";

export type TileMapProps = {
  readonly storefronts: readonly Storefront[];
  readonly today: string;
  readonly selected: string | undefined;
  readonly onSelect: (country: string) => void;
};

/** A tile for each storefront, by region. The arrow keys move between tiles, and letters lead to a name. */
export function TileMap({ storefronts, today, selected, onSelect }: TileMapProps) {
  const hasPrices = new Set(storefronts.flatMap(({ price }) => price?.price ?? [])).size > 1;
  const sections = regions.flatMap((region) => {
    const tiles = storefronts.filter((one) => one.region === region);
    return tiles.length === 0 ? [] : [{ id: region, tiles }];
  });
  return (
    <ListBox
      aria-label="Storefronts"
      layout="grid"
      selectionMode="single"
      selectionBehavior="replace"
      disallowEmptySelection
      selectedKeys={selected === undefined ? [] : [selected]}
      onSelectionChange={(keys) => {
        const [code] = keys === "all" ? [] : keys;
        if (code !== undefined) onSelect(String(code));
      }}
      items={sections}
      dependencies={[hasPrices, today]}
      className={classNames(styles.map, hasPrices && styles.priced)}
    >
      {({ id, tiles }) => (
        <ListBoxSection id={id} className={styles.region ?? ""}>
          <Header className={styles.heading ?? ""}>{id}</Header>
          <Collection items={tiles.map((storefront) => ({ id: storefront.code, storefront }))}>
            {({ storefront }) => <Tile storefront={storefront} today={today} hasPrice={hasPrices} />}
          </Collection>
        </ListBoxSection>
      )}
    </ListBox>
  );
}

type TileProps = { readonly storefront: Storefront; readonly today: string; readonly hasPrice: boolean };

function Tile({ storefront, today, hasPrice }: TileProps) {
  const { code, name, isAvailable, price } = storefront;
  const tone = isAvailable === null ? styles.unread : isAvailable ? styles.available : styles.missing;
  const isNew = hasChangedLately(storefront, today);
  const isPriced = price !== undefined && isAvailable !== false;
  const priced = isPriced ? formatNarrowPrice(price.price, price.currency) : "–";
  const words = [name, describeState(storefront), isNew ? "changed in the last 30 days" : ""];
  return (
    <ListBoxItem id={code} textValue={name} className={classNames(styles.tile, tone)}>
      <span className={styles.code}>{code.toUpperCase()}</span>
      {hasPrice && <span className={styles.price}>{priced}</span>}
      {isNew && <span className={styles.mark} />}
      <span className={styles.words}>{words.filter((part) => part !== "").join(", ")}</span>
    </ListBoxItem>
  );
}
