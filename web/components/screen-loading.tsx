import styles from "./screen-loading.module.css";

/** The style sheet shows the text only after a delay. */
export function ScreenLoading() {
  return (
    <p role="status" className={styles.loading}>
      Loading…
    </p>
  );
}
