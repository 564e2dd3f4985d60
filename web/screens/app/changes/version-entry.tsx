import type { Data } from "../../../client/operation-types.ts";
import { TextLink } from "../../../components/text-link.tsx";
import { formatMegabytes, formatQuantity } from "../../../format/numbers.ts";
import { formatDay } from "../../../format/times.ts";
import { dayOf } from "./version-days.ts";
import styles from "./versions.module.css";

type VersionEntryProps = {
  readonly version: Data<"showApp">["versions"][number];
  readonly daysSince: number | undefined;
  readonly listing: string;
};

export function VersionEntry({ version, daysSince, listing }: VersionEntryProps) {
  const { whats_new: news, file_size_bytes: bytes } = version;
  return (
    <li className={styles.version}>
      <h2>{version.version}</h2>
      <p className={styles.facts}>
        {version.release_date === null ? "Seen" : "Released"} {formatDay(dayOf(version))}
        {daysSince !== undefined && `, ${formatQuantity(daysSince, "day")} after the previous one`}
        {bytes !== null && `, ${formatMegabytes(bytes)}`}
      </p>
      <p className={styles.news} dir="auto">
        {news === null || news === "" ? "The store shows no release notes." : news}
        {version.is_cut && " …"}
      </p>
      <TextLink href={listing}>Listing of version {version.version}</TextLink>
    </li>
  );
}
