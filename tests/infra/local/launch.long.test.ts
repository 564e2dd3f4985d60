import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nonEmpty } from "../../support/non-empty.ts";

const repository = join(import.meta.dirname, "..", "..", "..");

/** A checkout of its own with the real launcher, and an npm that records its arguments and brings what it should. */
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "launch-"));
  for (const folder of ["bin", "infra/local"]) await mkdir(join(root, folder), { recursive: true });
  for (const name of ["launch", "install"]) {
    await cp(join(repository, "infra", "local", `${name}.mjs`), join(root, "infra", "local", `${name}.mjs`));
  }
  await writeFile(
    join(root, "package.json"),
    JSON.stringify({ type: "module", allowScripts: { node: true, other: true, rejected: false } }),
  );
  await writeFile(join(root, "package-lock.json"), "{}");
  await writeFile(join(root, "program.ts"), PROGRAM);
  await setNpm({});
});
afterEach(() => rm(root, { recursive: true, force: true }));

const PROGRAM = `const { version, platform }: NodeJS.Process = process;
const { NO_PROXY, no_proxy } = process.env;
console.log(JSON.stringify({ runs: process.argv.slice(2), NO_PROXY, no_proxy }));
process.exitCode = 7;
`;

async function setNpm({ brings = true, ignoresScripts = false }): Promise<void> {
  const path = join(root, "bin", "npm");
  const bring = `mkdir -p node_modules/.bin node_modules/node; ln -sf ${process.execPath} node_modules/.bin/node`;
  const lines = [
    "#!/bin/sh",
    `if [ "$1" = config ]; then echo ${ignoresScripts}; exit; fi`,
    'echo "$*" >> npm.log',
    brings ? bring : "mkdir -p node_modules/node",
  ];
  await writeFile(path, lines.join("\n"));
  await chmod(path, 0o755);
}

/** What the launcher does on a Node of this version. */
async function launch(version: string, variables: Record<string, string> = {}, ...programs: readonly string[]) {
  const program = programs.length === 0 ? ["program.ts"] : programs;
  const pretend = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`;
  const launcher = join(root, "infra", "local", "launch.mjs");
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(pretend)}`, launcher, ...program, "an option"],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: `${join(root, "bin")}:${process.env.PATH}`, ...variables },
    },
  );
  const [[code], out, err] = await Promise.all([once(child, "exit"), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

const npmCalls = async () => (await readFile(join(root, "npm.log"), "utf8").catch(() => "")).split("\n").slice(0, -1);
const output = (out: string) => JSON.parse(out.trim().split("\n").at(-1) ?? "");

describe.runIf(process.platform !== "win32")("a command of this repository", () => {
  it.each(["20.9.0", "24.0.0"])("installs the packages once, and exits like its program, on Node %s", async (node) => {
    const first = await launch(node);
    const second = await launch(node);

    expect(await npmCalls()).toEqual(["ci --include=dev --include=optional"]);
    expect([first.code, second.code]).toEqual([7, 7]);
    expect(output(second.out)).toEqual({ runs: ["an option"] });
  });

  it("runs the scripts of allowed packages that are there, where npm ignores scripts", async () => {
    await setNpm({ ignoresScripts: true });

    const { code, out } = await launch("20.9.0");

    expect(await npmCalls()).toEqual(["ci --include=dev --include=optional", "rebuild node --ignore-scripts=false"]);
    expect(out).toContain("npm ignores scripts here. Running those of node, without which they do not work …");
    expect(code).toBe(7);
  });

  it("reports in one line that no Node is new enough, and installs again with the next one", async () => {
    await setNpm({ brings: false });
    const { code, err } = await launch("20.9.0");
    expect([code, err]).toEqual([
      1,
      "Shelfwatch needs Node 24 or newer; this is 20.9.0, and the packages bring no other for this machine. Install it and run the command again.\n",
    ]);

    await setNpm({});
    expect((await launch("20.9.0")).code).toBe(7);
  });

  describe("after npm ci of the user's own", () => {
    const packages = {
      "": { name: "shelfwatch" },
      "node_modules/node": { version: "24.1.0", integrity: "sha512-a" },
      "node_modules/other": { version: "1.0.0", integrity: "sha512-b" },
      "node_modules/native": { version: "1.0.0", integrity: "sha512-c", optional: true, os: [process.platform] },
      "node_modules/elsewhere": { version: "1.0.0", integrity: "sha512-d", optional: true, os: ["aix"] },
    };

    /** A node_modules as npm leaves it, with its record of these packages. */
    async function installedByNpm(installed: object, { scriptsRan = true } = {}): Promise<void> {
      await writeFile(join(root, "package-lock.json"), JSON.stringify({ packages }));
      for (const folder of [".bin", "node/bin"]) await mkdir(join(root, "node_modules", folder), { recursive: true });
      await symlink(process.execPath, join(root, "node_modules", ".bin", "node"));
      if (scriptsRan) await writeFile(join(root, "node_modules", "node", "bin", "node"), "");
      await writeFile(join(root, "node_modules", ".package-lock.json"), JSON.stringify({ packages: installed }));
    }

    it("installs nothing", async () => {
      const { "node_modules/elsewhere": _elsewhere, ...ofThisMachine } = packages;
      await installedByNpm(ofThisMachine);

      expect([(await launch("20.9.0")).code, (await launch("24.0.0")).code]).toEqual([7, 7]);
      expect(await npmCalls()).toEqual([]);
    });

    it.each<[string, object, { scriptsRan?: boolean }?]>([
      ["of another version", { ...packages, "node_modules/other": { version: "0.9.0", integrity: "sha512-b" } }],
      ["of other contents", { ...packages, "node_modules/other": { version: "1.0.0", integrity: "sha512-z" } }],
      ["without development's packages", { "node_modules/node": packages["node_modules/node"] }],
      ["without an optional one of this machine", { ...packages, "node_modules/native": undefined }],
      ["whose scripts npm ignored", packages, { scriptsRan: false }],
    ])("installs packages %s", async (_case, installed, options) => {
      await installedByNpm(installed, options);

      expect((await launch("24.0.0")).code).toBe(7);
      expect(await npmCalls()).toEqual(["ci --include=dev --include=optional"]);
    });
  });

  it("installs again when its Node is gone, though all was installed", async () => {
    await launch("20.9.0");
    await rm(join(root, "node_modules", ".bin", "node"));

    expect((await launch("20.9.0")).code).toBe(7);
    expect(await npmCalls()).toHaveLength(2);
  });

  it("reports in one line that npm failed", async () => {
    await writeFile(join(root, "bin", "npm"), "#!/bin/sh\nexit 1\n");

    expect(await launch("24.0.0")).toEqual({
      code: 1,
      out: "Installing packages (npm ci), about a minute the first time …\n",
      err: "npm ci failed: check that the package registry can be reached, then run the command again.\n",
    });
  });

  it("runs the program of a package", async () => {
    await launch("24.0.0");
    await writeFile(join(root, "node_modules", ".bin", "tool"), "#!/bin/sh\necho ran $1; exit 3\n", { mode: 0o755 });

    expect(await launch("24.0.0", {}, "tool")).toEqual({ code: 3, out: "ran an option\n", err: "" });
  });

  it.each([
    [{ HTTP_PROXY: "http://proxy" }, "127.0.0.1,localhost,::1"],
    [{ HTTP_PROXY: "http://proxy", NO_PROXY: "a.example" }, "a.example,127.0.0.1,localhost,::1"],
    [{ https_proxy: "http://proxy", no_proxy: "b.example 127.0.0.1" }, "b.example,127.0.0.1,localhost,::1"],
  ])("uses no proxy for this machine: %j", async (variables, expected) => {
    expect(output((await launch("24.0.0", variables)).out)).toMatchObject({ NO_PROXY: expected, no_proxy: expected });
  });

  it.each([{}, { HTTP_PROXY: "http://proxy", NO_PROXY: "*" }])("leaves %j as it is", async (variables) => {
    const { NO_PROXY, no_proxy } = output((await launch("24.0.0", variables)).out);

    expect({ NO_PROXY, no_proxy }).toEqual({ NO_PROXY: Object(variables).NO_PROXY });
  });
});

describe.runIf(process.platform !== "win32")("the app of the CDK", () => {
  const launchApp = (node: string) => launch(node, {}, "--installed", "program.ts");

  it("says that the packages are not installed, and installs none", async () => {
    expect(await launchApp("20.9.0")).toEqual({
      code: 1,
      out: "",
      err: "The packages of Shelfwatch are not installed: run npm ci, then the command again.\n",
    });
    expect(await npmCalls()).toEqual([]);
  });

  it.each(["20.9.0", "24.0.0"])("runs on the packages that npm ci has installed, on Node %s", async (node) => {
    await mkdir(join(root, "node_modules", "aws-cdk-lib"), { recursive: true });
    await mkdir(join(root, "node_modules", ".bin"), { recursive: true });
    await symlink(process.execPath, join(root, "node_modules", ".bin", "node"));

    const { code, out } = await launchApp(node);

    expect([code, output(out)]).toEqual([7, { runs: ["an option"] }]);
    expect(await npmCalls()).toEqual([]);
  });

  it("says that no Node is new enough", async () => {
    await mkdir(join(root, "node_modules", "aws-cdk-lib"), { recursive: true });

    const { code, err } = await launchApp("20.9.0");

    expect([code, err]).toEqual([1, expect.stringMatching(/^Shelfwatch needs Node 24 or newer; this is 20\.9\.0/)]);
  });
});

describe("package.json", () => {
  it("has npm's scripts launched by what any Node can load, for npm may be set to skip what comes before them", async () => {
    const { scripts } = JSON.parse(await readFile(join(repository, "package.json"), "utf8"));
    // Parts of `npm run verify`, what its users run after it, and what is npm's own.
    const parts = /^(verify:|typecheck$|format$|audit$)/;

    for (const [name, command] of nonEmpty(Object.entries<string>(scripts))) {
      if (parts.test(name)) continue;
      expect(`${name}: ${command}`).toMatch(/: node infra\/local\/launch\.mjs /);
    }
    expect(Object.keys(scripts).filter((name) => /^pre/.test(name))).toEqual([]);
  });
});
