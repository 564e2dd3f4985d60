import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Loader, Metafile, Plugin } from "esbuild";

const SOURCE = /[/\\]web[/\\].*\.tsx?$/;
const SHARED = "shared:";

/**
 * Returns a plugin that bundles the entry's imports and the given modules into one file. By itself esbuild makes a file
 * for each set of entries that share modules.
 */
export function oneFirstFile({ root, entry, shared }: FirstFile): Plugin {
  const later = new Set<string>();
  const importOf = (path: string) => `import ${JSON.stringify(path)};`;
  return {
    name: "one-first-file",
    setup(build) {
      build.onResolve({ filter: /./ }, async ({ kind, path, ...given }) => {
        if (path.startsWith(SHARED)) return { path: join(root, path.slice(SHARED.length)), sideEffects: true };
        if (kind !== "dynamic-import" || given.pluginData === SHARED) return null;
        const found = await build.resolve(path, { ...given, kind, pluginData: SHARED });
        later.add(found.path);
        return found;
      });
      build.onLoad({ filter: SOURCE }, ({ path }) => {
        const added = path === join(root, entry) ? shared.map((module) => importOf(SHARED + module)) : [];
        if (later.has(path)) added.push(importOf(SHARED + entry));
        if (added.length === 0) return null;
        const loader = extname(path).slice(1) as Loader;
        return { contents: [readFileSync(path, "utf8"), ...added].join("\n"), loader };
      });
    },
  };
}

type FirstFile = {
  readonly root: string;
  readonly entry: string;
  readonly shared: readonly string[];
};

/** A module that this many later files import is loaded with the first file. */
const SHARED_BY_MIN = 3;

/** `opened` are the screens that are opened most. What they share with any other file is loaded with the first one. */
export function sharedModules({ inputs }: Metafile, entry: string, opened: readonly string[]): readonly string[] {
  const closureOf = (from: string) => {
    const found = new Set([from]);
    for (const path of found) {
      for (const { kind, path: next } of inputs[path]?.imports ?? []) if (kind === "import-statement") found.add(next);
    }
    return found;
  };
  const first = closureOf(entry);
  const later = Object.values(inputs).flatMap(({ imports }) =>
    imports.filter(({ kind }) => kind === "dynamic-import").map(({ path }) => path),
  );
  const users = new Map<string, number>();
  for (const path of new Set(later))
    for (const module of closureOf(path)) users.set(module, (users.get(module) ?? 0) + 1);
  const usedByOpened = new Set(opened.flatMap((path) => [...closureOf(path)]));
  const isOwn = (path: string) => path.startsWith("web/");
  return [...users].flatMap(([path, count]) => {
    const isLight = () => [...closureOf(path)].every((module) => isOwn(module) || first.has(module));
    const isShared = count >= SHARED_BY_MIN || (count > 1 && usedByOpened.has(path));
    return isShared && /\.tsx?$/.test(path) && isOwn(path) && !first.has(path) && isLight() ? [path] : [];
  });
}
