import type { Data } from "../../client/operation-types.ts";
import { formatQuantity } from "../../format/numbers.ts";

type Refresh = Data<"showApp">["refresh"];

/** Returns how often an app's storefronts are read, or "" if that is daily or unknown. */
export function describeRefresh(refresh: Refresh): string {
  if (refresh === null || refresh.all_days === null || refresh.all_days === 1) return "";
  const { own_storefront_days: own, all_days: all } = refresh;
  const ownDays = own === 1 ? "daily" : `every ${formatQuantity(own, "day")}`;
  return all === own ? `Storefronts read ${ownDays}` : `Own storefront read ${ownDays}, all within ${all} days`;
}
