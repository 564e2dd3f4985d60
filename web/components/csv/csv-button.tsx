import { type ReactNode, useEffect, useRef, useState } from "react";
import { formatCount } from "../../format/numbers.ts";
import { Button } from "../button.tsx";
import styles from "./csv-button.module.css";
import type { CsvRows } from "./csv-text.ts";
import type { Reading } from "./read-rows.ts";

export type CsvContent = CsvRows & {
  /** The number of all rows. The file may have fewer. */
  readonly total: number;
};

type CsvButtonProps = {
  readonly name: string;
  readonly read: (reading: Reading) => CsvContent | Promise<CsvContent>;
};

/** Saves rows as a file. What takes long shows its progress and can be cancelled. */
export function CsvButton({ name, read }: CsvButtonProps) {
  const [news, setNews] = useState<ReactNode>("");
  const [isReading, setReading] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    const stop = new AbortController();
    running.current = stop;
    setReading(true);
    setNews("");
    try {
      const { saveCsv } = await import("./save-csv.ts");
      const onProgress = (done: number, total: number) =>
        setNews(`${formatCount(done)} of ${formatCount(total)} rows are read`);
      const content = await read({ signal: stop.signal, onProgress });
      stop.signal.throwIfAborted();
      saveCsv(name, content);
      setNews(describeSaved(content));
    } catch (error) {
      setNews(stop.signal.aborted ? "Cancelled" : `No file: ${error instanceof Error ? error.message : "it failed"}`);
    } finally {
      setReading(false);
    }
  };
  return (
    <div className={styles.csv}>
      <span role="status" className={styles.news}>
        {news}
      </span>
      {isReading && (
        <Button size="small" variant="quiet" onPress={() => running.current?.abort()}>
          Cancel
        </Button>
      )}
      <Button size="small" variant="quiet" isPending={isReading} label={`CSV of ${name}`} onPress={() => void save()}>
        CSV
      </Button>
    </div>
  );
}

function describeSaved({ rows, total }: CsvContent): string {
  if (rows.length < total) return `The file has the first ${formatCount(rows.length)} of ${formatCount(total)} rows`;
  return rows.length === 1 ? "The file has 1 row" : `The file has ${formatCount(rows.length)} rows`;
}
