import type { ReactNode } from "react";
import { CsvButton } from "../components/csv/csv-button.tsx";
import styles from "./bars.module.css";

type BarsProps = {
  readonly title: string;
  readonly rows: readonly { readonly name: ReactNode; readonly value: number; readonly key?: string | undefined }[];
  readonly format?: ((value: number) => string) | undefined;
  /** The default is the largest value. */
  readonly max?: number | undefined;
};

export function Bars({ title, rows, format = String, max }: BarsProps) {
  const full = Math.max(max ?? 0, ...rows.map(({ value }) => value), Number.MIN_VALUE);
  const names = rows.map(({ name }) => (typeof name === "string" ? name : undefined));
  return (
    <>
      <table className={styles.bars}>
        <caption className={styles.caption}>{title}</caption>
        <tbody>
          {rows.map(({ name, value, key }, index) => (
            <tr key={key ?? (typeof name === "string" ? name : index)}>
              <th scope="row" className={styles.name}>
                {name}
              </th>
              <td className={styles.track} aria-hidden="true">
                <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={styles.rest} width="100" height="1" />
                  <rect className={styles.fill} width={(100 * value) / full} height="1" />
                </svg>
              </td>
              <td className={styles.value}>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CsvButton
        name={title}
        read={() => ({
          names: ["Value", "Count"],
          rows: rows.map(({ value, key }, index) => [names[index] ?? key, value]),
          total: rows.length,
        })}
      />
    </>
  );
}
