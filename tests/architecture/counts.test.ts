import { describe, expect, it } from "vitest";

import { findCircles } from "./counts/circles.ts";
import { climbingArrows } from "./counts/climbing-arrows.ts";
import { countFiles } from "./counts/count-files.ts";
import { freeFragments } from "./counts/free-fragments.ts";
import { findImports } from "./counts/imports.ts";

const filesOf = (texts: Readonly<Record<string, string>>) => new Map(Object.entries(texts));
const importing = (...specifiers: readonly string[]) => specifiers.map((each) => `import "${each}";\n`).join("");

describe("imports", () => {
  it("are those of values and types, and of what is loaded later, in files of the checkout", () => {
    const text = `import type { A } from "./a.ts";
      export { b } from "../b.tsx";
      const later = () => import("./later.ts");
      import * as z from "zod";
      import "./style.css";`;
    const files = filesOf({ "web/x/main.ts": text, "web/x/a.ts": "", "web/b.tsx": "", "web/x/later.ts": "" });

    expect([...(findImports(files).get("web/x/main.ts") ?? [])]).toEqual(["web/x/a.ts", "web/b.tsx", "web/x/later.ts"]);
  });
});

describe("circles", () => {
  it("are counted once however many files they have, and files beside them are in none", () => {
    const files = filesOf({
      "web/a.ts": importing("./b.ts"),
      "web/b.ts": importing("./c.ts", "./d.ts"),
      "web/c.ts": importing("./a.ts", "./b.ts"),
      "web/d.ts": importing("./e.ts"),
      "web/e.ts": importing("./d.ts"),
      "web/f.ts": importing("./a.ts"),
    });

    expect(findCircles(findImports(files))).toEqual([
      ["web/a.ts", "web/b.ts", "web/c.ts"],
      ["web/d.ts", "web/e.ts"],
    ]);
  });
});

describe("arrows between rooms", () => {
  it("are counted once for two folders, whatever their depth, and a loose file is a room", () => {
    const { rooms, arrows, climbing } = climbingArrows(
      filesOf({
        "lib/apps/show.ts": importing("../errors.ts", "../domain/app.ts", "./list.ts"),
        "lib/apps/list.ts": importing("../domain/deep/page.ts"),
        "lib/domain/app.ts": "",
        "lib/domain/deep/page.ts": importing("../app.ts"),
        "lib/errors.ts": "",
        "web/main.ts": importing("../lib/apps/show.ts"),
      }),
      "lib",
    );

    expect(rooms).toEqual(["lib/apps", "lib/domain", "lib/errors.ts"]);
    expect(arrows).toEqual([
      { from: "lib/apps", to: "lib/errors.ts", imports: 1 },
      { from: "lib/apps", to: "lib/domain", imports: 2 },
    ]);
    expect(climbing).toEqual([]);
  });

  describe.each([
    ["x", "y", "z"],
    ["y", "z", "x"],
    ["z", "y", "x"],
  ])("of rooms named %s, %s and %s", (one, two, three) => {
    it("climb where the fewest imports do", () => {
      const { climbing } = climbingArrows(
        filesOf({
          [`lib/${one}/a.ts`]: importing(`../${two}/a.ts`),
          [`lib/${one}/b.ts`]: importing(`../${two}/a.ts`),
          [`lib/${two}/a.ts`]: importing(`../${three}/a.ts`),
          [`lib/${two}/b.ts`]: importing(`../${three}/a.ts`),
          [`lib/${three}/a.ts`]: importing(`../${one}/a.ts`),
        }),
        "lib",
      );

      expect(climbing).toEqual([{ from: `lib/${three}`, to: `lib/${one}`, imports: 1 }]);
    });

    it("climb where they are thin, if as many imports climb either way", () => {
      const { climbing } = climbingArrows(
        filesOf({
          [`lib/${one}/a.ts`]: importing(`../${two}/a.ts`, `../${two}/b.ts`),
          [`lib/${two}/a.ts`]: importing(`../${one}/a.ts`, `../${three}/a.ts`),
          [`lib/${two}/b.ts`]: "",
          [`lib/${three}/a.ts`]: importing(`../${one}/a.ts`),
          [`lib/${three}/b.ts`]: importing(`../${one}/a.ts`),
        }),
        "lib",
      );

      expect(climbing).toEqual([
        { from: `lib/${two}`, to: `lib/${one}`, imports: 1 },
        { from: `lib/${two}`, to: `lib/${three}`, imports: 1 },
      ]);
    });
  });
});

describe("exported SQL over a row", () => {
  const declared = 'import { alias } from "drizzle-orm/pg-core";\nconst a = alias(apps, "a");\n';
  const found = (code: string) => freeFragments(filesOf({ "db/queries/apps.ts": declared + code }));

  it.each([
    ["isNew names a", `export const isNew = sql\`\${a.createdAt} > now()\`;`],
    ["isOf names a", `export function isOf(id: SQL): SQL {\n  return sql\`\${a.id} = \${id}\`;\n}`],
    ["isOld names a", `export const isOld = isBefore(a, sql\`now()\`);`],
    ["columns names a", `export const columns = { id: a.id };`],
    ["isHeld names run", `export const isHeld = sql\`run.lease_until > now()\`;`],
    ["isDue names a, run", `export const isDue = () => sql\`\${a.id} = run.app_id\`;`],
  ])("is found where %s", (says, code) => {
    expect(found(code)).toEqual([`db/queries/apps.ts: ${says}`]);
  });

  it("is also over an alias that the file imports", () => {
    const rows = ["db/rows.ts", 'export const app = alias(apps, "app");'] as const;
    const code = `import { type App, app } from "../rows.ts";\nexport const isNew = sql\`\${app.createdAt} > now()\`;`;
    expect(freeFragments(new Map([rows, ["db/queries/apps.ts", code]]))).toEqual([
      "db/queries/apps.ts: isNew names app",
    ]);
  });

  it.each([
    ["one that introduces the row", `export const newest = sql\`SELECT max(\${a.id}) FROM \${apps} a\`;`],
    ["one that names the table by its alias", `export const newest = sql\`SELECT max(\${a.id}) FROM \${a}\`;`],
    ["one that reads a CTE", `export const held = sql\`SELECT run.app_id FROM run JOIN own ON own.id = run.app_id\`;`],
    ["one that defines a CTE", `export const held = sql\`run AS (SELECT 1 AS id), own AS (SELECT id FROM run)\`;`],
    ["one that takes the row", `export const isNew = (app: App) => sql\`\${app.createdAt} > now()\`;`],
    ["one whose parameter has the name", `export const isNew = ({ a }: Rows) => sql\`\${a.createdAt} > now()\`;`],
    ["one that names a property alone", `export const isNew = (row: Rows) => sql\`\${row.a.createdAt} > now()\`;`],
    ["one that quotes a text", `export const isFile = sql\`name = 'run.log'\`;`],
    ["one that is not exported", `const isNew = sql\`\${a.createdAt} > now()\`;`],
    ["an alias", `export const b = alias(a, "b");`],
    ["a statement", `export const find = statement({ sql: () => sql\`SELECT \${a.id}\` });`],
    ["a function that sends one", `export function find(db: Db): Promise<Row> {\n  return read(db, a.id);\n}`],
    ["a type", `export type Name = typeof a.name;`],
    ["a comment", "/** Of the app, as `a.id`. */\nexport const one = sql`1`;"],
  ])("is not %s", (_case, code) => {
    expect(found(code)).toEqual([]);
  });
});

describe("the counts of a checkout", () => {
  it("are of its sources, apart from its tests", () => {
    const lines = (count: number) => "x\n".repeat(count);
    const counts = countFiles(
      filesOf({
        "lib/a.ts": "/** Of a. */\n// What\n/**\n * Whether b. Of c.\n * of d\n */\nconst text = 'Of e';\n",
        "lib/b.ts": `// ${"x".repeat(118)}\n// ${"x".repeat(117)}\n`,
        "db/queries/apps/c.ts": "promotional_text, promotionalText\n",
        "db/queries/d.ts": lines(201),
        "db/migrations/0001.sql": "promotional_text\n",
        "infra/e.ts": "promotional_text\n",
        "tests/f.ts": `// Of g\n${lines(200)}`,
        "tests/h.ts": lines(200),
      }),
    );

    expect(counts).toEqual({
      "rooms of lib, its folders and loose files": 2,
      "arrows between the rooms of lib": 0,
      "arrows between the rooms of lib that climb": 0,
      "folders of db/queries": 1,
      "circles of files in web": 0,
      "exported SQL values over an alias of their file": 0,
      "files of lib, db and scrapers that name promotional_text": 2,
      "comments that open with Of": 1,
      "comments that open with What": 1,
      "comments that open with Whether": 1,
      "lines of sources over 120 characters": 1,
      "sources over 200 lines": 1,
      "tests over 200 lines": 1,
      "lines of sources": 212,
      "lines of tests": 401,
    });
  });
});
