import { text } from "../../../client/codec.ts";
import { joinReads } from "../../../client/join-reads.ts";
import type { Data } from "../../../client/operation-types.ts";
import { useQueryState } from "../../../client/query-state.ts";
import { useRead } from "../../../client/use-read.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { QueryView } from "../../../components/query-view.tsx";
import type { Platform } from "../../../format/app-path.ts";
import { useNow } from "../../../hooks/use-now.ts";
import { lastDay, useAppFrame } from "../use-app-frame.ts";
import { MissingStorefronts } from "./missing-storefronts.tsx";
import { PriceGroupsTable } from "./price-groups-table.tsx";
import type { StorefrontPrices } from "./price-steps.ts";
import { StorefrontDetails } from "./storefront-details.tsx";
import { StorefrontMap } from "./storefront-map.tsx";
import { joinStorefronts, type Storefront } from "./storefronts.ts";
import styles from "./storefronts-tab.module.css";

const state = { country: text() };

/** Shows in which storefronts the app is available, and at which price. */
export function StorefrontsTab() {
  const { params, app, platform } = useAppFrame();
  const [{ country }, set] = useQueryState(state);
  const today = lastDay(app, useNow());
  const availability = useRead("showAvailability", { params });
  const prices = useRead("showPrices", { params });
  const reads = { ...joinReads([availability, prices]), isPlaceholderData: false };
  const data =
    availability.data === undefined || prices.data === undefined
      ? undefined
      : describe(platform, availability.data.data, prices.data.data);
  return (
    <QueryView
      query={{ ...reads, data }}
      loading="Loading the storefronts…"
      shape="tiles"
      isEmpty={({ storefronts }) => storefronts.every(({ isAvailable }) => isAvailable === null)}
      empty={
        <EmptyState title="No storefront has been read yet">
          The app’s first sync reads its availability and its prices.
        </EmptyState>
      }
    >
      {({ storefronts, shared }) => {
        const shown = selectedOf(storefronts, [country, app.origin_country_code]);
        return (
          <div className={styles.columns}>
            <StorefrontMap
              storefronts={storefronts}
              today={today}
              selected={shown?.code}
              onSelect={(code) => set({ country: code }, { replace: true })}
            />
            <div className={styles.tab}>
              {shown !== undefined && <StorefrontDetails storefront={shown} prices={shared ?? shown.prices} />}
              <PriceGroupsTable storefronts={storefronts} />
              <MissingStorefronts storefronts={storefronts} />
            </div>
          </div>
        );
      }}
    </QueryView>
  );
}

function selectedOf(storefronts: readonly Storefront[], codes: readonly string[]): Storefront | undefined {
  return codes.flatMap((code) => storefronts.find((one) => one.code === code) ?? [])[0] ?? storefronts[0];
}

/** Google Play has one price, which is read in one storefront for all. */
function describe(platform: Platform, availability: Data<"showAvailability">, prices: readonly StorefrontPrices[]) {
  const shared = platform === "android" ? prices[0] : undefined;
  return { storefronts: joinStorefronts(availability, shared === undefined ? prices : []), shared };
}
