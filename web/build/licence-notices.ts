import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Metafile } from "esbuild";

type Package = { readonly title: string; readonly text: string };
type Manifest = { readonly name: string; readonly version: string; readonly license?: unknown };

const PACKAGE_FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;
const NOTICE_FILE = /^(?:licen[cs]e|unlicense|copying|copyright|notice)/i;
const RULE = "-".repeat(80);

/** Licence texts that name no author and are therefore the same for all packages. */
const commonTexts: Readonly<Record<string, URL>> = { Unlicense: new URL("./unlicense.txt", import.meta.url) };

/** Throws for a package without a licence text, since its code must not be served without one. */
export function licenceNotices({ outputs }: Pick<Metafile, "outputs">, root: string): string {
  const packages = packageFolders(outputs).map((folder) => readPackage(join(root, folder)));
  const byText = Map.groupBy(packages, ({ text }) => text);
  const notices = [...byText].map(([text, sharing]) => {
    const titles = new Set(sharing.map(({ title }) => title));
    return `${RULE}\n${[...titles].join("\n")}\n\n${text}\n`;
  });
  return [
    "The scripts and styles of this page contain these packages, each under the licence below it.\n",
    ...notices,
  ].join("\n");
}

function packageFolders(outputs: Metafile["outputs"]): readonly string[] {
  const contained = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
  return [...new Set(contained.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []))].toSorted();
}

function readPackage(folder: string): Package {
  const { name, version, license }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && NOTICE_FILE.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .toSorted();
  const common = typeof license === "string" ? commonTexts[license] : undefined;
  const files = own.length > 0 || common === undefined ? own : [common];
  if (files.length === 0) throw new Error(`${name} ${version} is part of the dashboard and has no licence text.`);
  return { title: `${name} ${version}`, text: files.map((file) => readFileSync(file, "utf8").trim()).join("\n\n") };
}
