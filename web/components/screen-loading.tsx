import styles from "./screen-loading.module.css";

/** In place of a screen whose code is on its way; seen only when that takes a while. */
export function ScreenLoading() {
  return (
    <p role="status" className={styles.loading}>
      Loading…
    </p>
  );
}
