import type { Data } from "../../../client/operation-types.ts";
import { storeTexts } from "../../../features/listing/store-limits.ts";
import type { Platform } from "../../../format/app-path.ts";
import styles from "./listing-tab.module.css";
import { ListingText } from "./listing-text.tsx";

type ListingTextsProps = { readonly listing: Data<"showListing">; readonly platform: Platform };

/** The texts of a listing beside the lengths that the store allows. */
export function ListingTexts({ listing, platform }: ListingTextsProps) {
  return (
    <div className={styles.texts}>
      {storeTexts[platform].map(({ field, name, max }) => (
        <ListingText key={field} name={name} text={listing[field]} max={max} language={listing.locale} />
      ))}
    </div>
  );
}
