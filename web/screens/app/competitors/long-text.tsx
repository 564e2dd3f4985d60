import styles from "./long-text.module.css";

type LongTextProps = { readonly text: string | null; readonly detail?: string | undefined };

const SHORT_MAX = 160;

export function LongText({ text, detail }: LongTextProps) {
  if (text === null || text === "") return "–";
  const note = detail !== undefined && <span className={styles.detail}>{detail}</span>;
  if (text.length <= SHORT_MAX) {
    return (
      <>
        <span dir="auto">{text}</span>
        {note}
      </>
    );
  }
  return (
    <>
      <details className={styles.long}>
        <summary dir="auto">{text.slice(0, SHORT_MAX).trimEnd()} …</summary>
        <p dir="auto">{text}</p>
      </details>
      {note}
    </>
  );
}
