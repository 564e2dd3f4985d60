import { useState } from "react";
import { createPortal } from "react-dom";
import type { Column } from "../table-column.ts";
import { cellText } from "./cell-text.ts";
import { CsvButton, type CsvContent } from "./csv-button.tsx";
import type { CsvValue } from "./csv-text.ts";
import { type Reading, type ReadPage, readRows } from "./read-rows.ts";

type TableCsvProps<Row> = {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** All rows of the table, or of its page. */
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string | number;
  readonly readPage: ReadPage<Row> | undefined;
};

type Drawing<Row> = { readonly rows: readonly Row[]; readonly onDrawn: (cells: HTMLElement) => void };

/** The button below a table. Where columns have no values for a file, their cells are drawn aside and read. */
export function TableCsv<Row>({ name, columns, rows, rowKey, readPage }: TableCsvProps<Row>) {
  const [drawing, setDrawing] = useState<Drawing<Row>>();
  const named = columnsOfFile(columns);
  const draw = (drawn: readonly Row[]) =>
    new Promise<HTMLElement>((resolve) => setDrawing({ rows: drawn, onDrawn: resolve }));
  const read = async ({ signal, onProgress }: Reading): Promise<CsvContent> => {
    const source =
      readPage === undefined ? { rows, total: rows.length } : await readRows(readPage, rowKey, { signal, onProgress });
    const isDrawn = named.some(({ csv }) => csv === undefined);
    const lines = isDrawn ? [...(await draw(source.rows)).children] : [];
    setDrawing(undefined);
    return {
      names: named.map((column) => column.name),
      rows: source.rows.map((row, place) =>
        named.map(({ csv }, index): CsvValue => (csv ?? (() => cellText(lines[place]?.children[index])))(row)),
      ),
      total: source.total,
    };
  };
  return (
    <>
      <CsvButton name={name} read={read} />
      {drawing !== undefined && <DrawnCells columns={named} {...drawing} />}
    </>
  );
}

/** A column without a shown name has buttons, unless it says what a file has of it. */
export function columnsOfFile<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  return columns.filter(({ isNameHidden, csv }) => csv ?? !isNameHidden);
}

type DrawnCellsProps<Row> = Drawing<Row> & { readonly columns: readonly Column<Row>[] };

function DrawnCells<Row>({ columns, rows, onDrawn }: DrawnCellsProps<Row>) {
  const [aside] = useState(() => document.createElement("div"));
  return createPortal(
    <div
      ref={(lines) => {
        if (lines !== null) onDrawn(lines);
      }}
    >
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are drawn once
        <div key={index}>
          {columns.map((column) => (
            <div key={column.key}>{column.csv === undefined && column.render(row, index)}</div>
          ))}
        </div>
      ))}
    </div>,
    aside,
  );
}
