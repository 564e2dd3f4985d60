import type { ReactNode } from "react";
import { useSearch } from "wouter/use-browser-location";
import styles from "./entry-page.module.css";
import { Screen } from "./screen.tsx";
import { TextLink } from "./text-link.tsx";

export type EntryPageProps = {
  readonly title: string;
  /** The return address is added to the path. */
  readonly other?: { readonly text: string; readonly link: string; readonly path: string } | undefined;
  readonly children: ReactNode;
};

export function EntryPage({ title, other, children }: EntryPageProps) {
  const search = useSearch();
  return (
    <main id="main" className={styles.page}>
      <div className={styles.card}>
        <p className={styles.brand}>Shelfwatch</p>
        <Screen title={title}>{children}</Screen>
        {other !== undefined && (
          <p className={styles.other}>
            {other.text} <TextLink href={`${other.path}${search}`}>{other.link}</TextLink>
          </p>
        )}
      </div>
      <p className={styles.about}>
        Shelfwatch keeps the history of apps on the App Store and Google Play: listings, prices, ratings, charts.
      </p>
    </main>
  );
}
