import { useRead } from "../../../../client/use-read.ts";
import { formatCount } from "../../../../format/numbers.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import styles from "./tracked.module.css";

type Count = { readonly used: number; readonly max: number | null };

/** Returns how many keywords the user tracks, of all apps, and how many are allowed. */
export function useTrackedCount(): Count | undefined {
  const { params } = useAppFrame();
  return useRead("listTrackedKeywords", { params, query: { per_page: 1 } }).data?.meta;
}

export function TrackedCount({ count }: { readonly count: Count | undefined }) {
  if (count === undefined) return null;
  const { used, max } = count;
  return (
    <span className={styles.hint}>
      {max === null
        ? `${formatCount(used)} used`
        : `${formatCount(used)} of ${formatCount(max)} used, by all your apps`}
    </span>
  );
}
