import { expect, it } from "vitest";

import { columnsOfFile } from "../../../../web/components/csv/table-csv.tsx";
import type { Column } from "../../../../web/components/table-column.ts";

type Row = { readonly name: string };

const columns: readonly Column<Row>[] = [
  { key: "fact", name: "Fact", isNameHidden: true, render: ({ name }) => name, csv: ({ name }) => name },
  { key: "value", name: "Value", render: () => "1" },
  { key: "remove", name: "Remove", isNameHidden: true, render: () => "Remove" },
];

it("a file has the columns with a shown name, and those that say what a file has of them", () => {
  expect(columnsOfFile(columns).map(({ key }) => key)).toEqual(["fact", "value"]);
});
