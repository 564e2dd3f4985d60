import { Panel } from "../../../components/panel.tsx";
import { PriceCourse } from "./price-course.tsx";
import type { StorefrontPrices } from "./price-steps.ts";
import { describeState, type Storefront } from "./storefronts.ts";
import styles from "./storefronts-tab.module.css";

type StorefrontDetailsProps = {
  readonly storefront: Storefront;
  readonly prices: StorefrontPrices | undefined;
};

/** Shows the storefront that is chosen on the map. */
export function StorefrontDetails({ storefront, prices }: StorefrontDetailsProps) {
  const isPriced = prices !== undefined && prices.periods.length > 0;
  return (
    <Panel title={storefront.name}>
      <p className={styles.note}>{describeState(storefront)}.</p>
      {isPriced ? <PriceCourse prices={prices} /> : <p>The store shows no price here.</p>}
    </Panel>
  );
}
