import type { Metafile } from "esbuild";

export const CONTENTS_FILE = "contents.json";

export type BundleContents = {
  /** Bytes that a cold start reads: the entry and its static imports. */
  readonly startBytes: number;
  readonly bytes: number;
  readonly packages: readonly string[];
};

export function contentsOf(entry: string, metafile: Metafile): BundleContents {
  const start = outputOf(entry, metafile);
  const all = reachable(start, metafile);
  return {
    startBytes: sizeOf(reachable(start, metafile, "import-statement"), metafile),
    bytes: sizeOf(all, metafile),
    packages: [...new Set(all.flatMap((path) => packagesIn(path, metafile)))],
  };
}

function outputOf(entry: string, metafile: Metafile): string {
  const found = Object.keys(metafile.outputs).find((path) => metafile.outputs[path]?.entryPoint === entry);
  if (found === undefined) throw new Error(`esbuild wrote nothing for ${entry}`);
  return found;
}

function reachable(start: string, metafile: Metafile, kind?: "import-statement"): readonly string[] {
  const found = new Set([start]);
  for (const path of found) {
    for (const imported of metafile.outputs[path]?.imports ?? []) {
      if (!imported.external && (kind === undefined || imported.kind === kind)) found.add(imported.path);
    }
  }
  return [...found];
}

function sizeOf(paths: readonly string[], metafile: Metafile): number {
  return paths.reduce((sum, path) => sum + (metafile.outputs[path]?.bytes ?? 0), 0);
}

function packagesIn(path: string, metafile: Metafile): readonly string[] {
  const inputs = Object.entries(metafile.outputs[path]?.inputs ?? {});
  return inputs.flatMap(([file, { bytesInOutput }]) => {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    return name === undefined || bytesInOutput === 0 ? [] : [name];
  });
}
