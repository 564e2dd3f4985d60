import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";

import { type Column, DataTable } from "../../../web/components/data-table.tsx";
import { compareRows, type TableSort } from "../../../web/components/table-sort.ts";

type Row = { readonly name: string; readonly count: number | null };

const rows: readonly Row[] = [
  { name: "us", count: null },
  { name: "de", count: 3 },
  { name: "fr", count: 9 },
];
const columns: readonly Column<Row>[] = [
  { key: "name", name: "Name", render: ({ name }, index) => `${name}${index}` },
  { key: "count", name: "Count", sortBy: ({ count }) => count, render: ({ count }) => count },
];

function render(props: { readonly sort?: TableSort; readonly onSort?: () => void; readonly first?: number }): string {
  const { first, ...given } = props;
  const shown = first === undefined ? undefined : { count: first, plural: "rows" };
  return renderToStaticMarkup(
    createElement(DataTable<Row>, {
      caption: "Rows",
      columns,
      rows,
      rowKey: ({ name }) => name,
      first: shown,
      ...given,
    }),
  );
}

const namesOf = (markup: string) => [...markup.matchAll(/<th scope="row"[^>]*>([^<]*)</g)].map(([, name]) => name);

describe("a table", () => {
  it.each([
    ["ascending", ["de1", "fr2", "us0"]],
    ["descending", ["fr2", "de1", "us0"]],
  ] as const)("in %s order has the rows without a value last, each with its place in the data", (order, names) => {
    expect(namesOf(render({ sort: { key: "count", order } }))).toEqual(names);
  });

  it("says in which column's order its rows are, and lets readers sort only by columns of values", () => {
    const markup = render({ sort: { key: "count", order: "descending" } });

    expect(markup).toMatch(/aria-sort="descending"><button[^>]*>Count/);
    expect(markup.match(/<th[^>]*><button/g)).toHaveLength(1);
  });

  it("keeps the order of rows that are sorted elsewhere", () => {
    const markup = render({ sort: { key: "count", order: "ascending" }, onSort: () => {} });

    expect(namesOf(markup)).toEqual(["us0", "de1", "fr2"]);
    expect(markup).toContain('aria-sort="ascending"');
  });

  it("shows the first rows of its order", () => {
    const markup = render({ sort: { key: "count", order: "descending" }, first: 1 });

    expect(namesOf(markup)).toEqual(["fr2"]);
    expect(markup).toContain("Show all 3 rows");
  });
});

it("numbers are compared as numbers, and texts as English does", () => {
  const rowOf = (value: string | number) => ({ getValue: () => value });

  expect(compareRows(rowOf(9), rowOf(10), "count")).toBeLessThan(0);
  expect(compareRows(rowOf("Österreich"), rowOf("Poland"), "name")).toBeLessThan(0);
});
