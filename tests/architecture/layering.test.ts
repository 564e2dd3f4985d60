import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "..");
const planted = mkdtempSync(join(tmpdir(), "shelfwatch-layering-"));
afterAll(() => rmSync(planted, { recursive: true, force: true }));

/** What a tree with these files breaks: the check of `npm run verify`, run over them. */
function violationsOf(files: Readonly<Record<string, string>>): string {
  const tree = mkdtempSync(join(planted, "tree-"));
  const placed = {
    ...Object.fromEntries(
      ["functions", "lib", "db", "scrapers", "infra", "web"].map((name) => [`${name}/kept.ts`, "export {};"]),
    ),
    ...files,
  };
  for (const [path, text] of Object.entries(placed)) {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
  }
  for (const name of [
    ".dependency-cruiser.cjs",
    "tsconfig.json",
    "package.json",
    "tests/architecture/check-layering.ts",
  ]) {
    cpSync(join(root, name), join(tree, name));
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  const { stdout, stderr } = spawnSync(process.execPath, ["tests/architecture/check-layering.ts"], {
    cwd: tree,
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, PATH: `${join(root, "node_modules", ".bin")}:${process.env.PATH}` },
  });
  return stdout + stderr;
}

const exported = "export const thing = 1;";
/** An import between two files of the dashboard that breaks a rule. */
const webImport = (rule: string, from: string, to: string) => ({
  rule,
  from: `web/${from}`,
  specifier: `./${relative(dirname(from), to)}`,
  to: `web/${to}`,
});
const using = (path: string) => `import { thing } from "${path}";\nexport const used = thing;`;

describe("the layering check", () => {
  it("passes a tree that keeps to the rules", () => {
    const files = { "lib/domain/thing.ts": exported, "db/used.ts": using("../lib/domain/thing.ts") };
    expect(violationsOf(files)).toContain("Layering holds over 9 modules.");
  });

  it("passes a tab that knows the frame around it, and a screen that is loaded later", () => {
    const files = {
      "web/shell/routes.ts": 'export const load = () => import("../screens/app/app-frame.ts");',
      "web/screens/app/app-frame.ts": 'export const load = () => import("./prices/used.ts");',
      "web/screens/app/thing.ts": exported,
      "web/screens/app/prices/used.ts": using("../thing.ts"),
    };
    expect(violationsOf(files)).toContain("Layering holds over 11 modules.");
  });

  it.each([
    ["a type", 'export type { used } from "./used.ts";'],
    ["what is loaded later", 'export const load = () => import("./used.ts");'],
  ])("names a circle that %s closes", (_, closing) => {
    const files = { "web/used.ts": using("./thing.ts"), "web/thing.ts": `${exported}\n${closing}` };
    expect(violationsOf(files)).toContain("no-circular: web/thing.ts → web/used.ts");
  });

  it("[SVC-7 CON-1] names every rule that is broken, and where", () => {
    const broken = [
      { rule: "web-alone", from: "web/planted.tsx", specifier: "../lib/http/thing.ts", to: "lib/http/thing.ts" },
      { rule: "nothing-imports-web", from: "lib/apps/planted.ts", specifier: "../../web/thing.ts", to: "web/thing.ts" },
      ...[
        { from: "components/planted.tsx", to: "client/thing.ts" },
        { from: "hooks/planted.ts", to: "components/thing.ts" },
        { from: "format/planted.ts", to: "hooks/thing.ts" },
        { from: "client/planted.ts", to: "features/thing.ts" },
        { from: "features/changes/planted.tsx", to: "screens/today/thing.ts" },
      ].map(({ from, to }) => webImport("web-by-room", from, to)),
      webImport("screens-apart", "screens/today/planted.tsx", "screens/changes/thing.ts"),
      webImport("tabs-apart", "screens/app/diff/planted.tsx", "screens/app/listing/thing.ts"),
      webImport("screens-are-loaded-later", "shell/planted.ts", "screens/find/thing.ts"),
      webImport("screens-are-loaded-later", "screens/app/planted.tsx", "screens/app/prices/thing.ts"),
      { rule: "domain-is-pure", from: "lib/domain/planted.ts", specifier: "../sync/thing.ts", to: "lib/sync/thing.ts" },
      { rule: "db-below-lib", from: "db/planted.ts", specifier: "../lib/sync/thing.ts", to: "lib/sync/thing.ts" },
      {
        rule: "queries-by-subject",
        from: "db/queries/metrics/planted.ts",
        specifier: "../listings/thing.ts",
        to: "db/queries/listings/thing.ts",
      },
      {
        rule: "queries-have-a-subject",
        from: "db/queries/planted.ts",
        specifier: "../thing.ts",
        to: "db/thing.ts",
      },
      {
        rule: "only-stores-knows-scrapers",
        from: "lib/sync/planted.ts",
        specifier: "../../scrapers/contracts/thing.ts",
        to: "scrapers/contracts/thing.ts",
      },
      {
        rule: "use-cases-know-no-http",
        from: "lib/apps/planted.ts",
        specifier: "../http/thing.ts",
        to: "lib/http/thing.ts",
      },
      {
        rule: "responses-are-light",
        from: "lib/apps/planted-response.ts",
        specifier: "./thing.ts",
        to: "lib/apps/thing.ts",
      },
      {
        rule: "contracts-know-no-use-case",
        from: "functions/apps/planted.contract.ts",
        specifier: "../../lib/apps/thing.ts",
        to: "lib/apps/thing.ts",
      },
      {
        rule: "functions-without-sql",
        from: "functions/apps/planted.ts",
        specifier: "../../db/thing.ts",
        to: "db/thing.ts",
      },
      {
        rule: "functions-apart",
        from: "functions/apps/planted.ts",
        specifier: "./thing.ts",
        to: "functions/apps/thing.ts",
      },
      {
        rule: "scrapers-alone",
        from: "scrapers/ios/planted.ts",
        specifier: "../../lib/domain/thing.ts",
        to: "lib/domain/thing.ts",
      },
      {
        rule: "oracle-alone",
        from: "tests/oracle/planted.ts",
        specifier: "../../scrapers/contracts/thing.ts",
        to: "scrapers/contracts/thing.ts",
      },
      {
        rule: "ios-not-android",
        from: "scrapers/ios/planted.ts",
        specifier: "../android/thing.ts",
        to: "scrapers/android/thing.ts",
      },
      {
        rule: "infra-deploys",
        from: "infra/aws/planted.ts",
        specifier: "../../lib/sync/thing.ts",
        to: "lib/sync/thing.ts",
      },
      {
        rule: "templates-alone",
        from: "infra/templates/planted.ts",
        specifier: "../local/thing.ts",
        to: "infra/local/thing.ts",
      },
      {
        rule: "cli-alone",
        from: "infra/cli/planted.ts",
        specifier: "../local/thing.ts",
        to: "infra/local/thing.ts",
      },
      {
        rule: "simulator-alone",
        from: "infra/store-simulator/planted.ts",
        specifier: "../../lib/sync/thing.ts",
        to: "lib/sync/thing.ts",
      },
      {
        rule: "nothing-imports-infra",
        from: "lib/sync/planted.ts",
        specifier: "../../infra/thing.ts",
        to: "infra/thing.ts",
      },
    ];
    const files = broken.flatMap(({ from, specifier, to }, index) => [
      [to, exported],
      [from.replace("planted", `planted-${index}`), using(specifier)],
    ]);

    const found = violationsOf(Object.fromEntries(files));

    for (const [index, { rule, from, to }] of broken.entries()) {
      expect(found).toContain(`${rule}: ${from.replace("planted", `planted-${index}`)} → ${to}`);
    }
  });
});
