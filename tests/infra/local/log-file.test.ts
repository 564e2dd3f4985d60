import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { createLogFile, openLogFolder } from "../../../infra/local/log-file.ts";

/** A file on a disk without space. */
const FULL = "/dev/full";

let folder: string;
const failures: Error[] = [];
const onFailure = (error: Error) => void failures.push(error);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "logs-"));
  failures.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a log", () => {
  it("contains lines and the output of processes", async () => {
    const path = join(folder, "some.log");
    const log = createLogFile(path, onFailure);
    const output = new PassThrough();

    log.write("a line");
    log.keep(output);
    output.end("printed\n");
    await once(output, "close");
    log.write("another line");
    log.close();

    await expect.poll(() => readFile(path, "utf8")).toBe("a line\nprinted\nanother line\n");
    expect(failures).toEqual([]);
  });
});

describe.runIf(process.platform === "linux")("a log on a full disk", () => {
  it("reports its failure once and drops later lines, so that no process waits for it", async () => {
    const log = createLogFile(FULL, onFailure);
    const [before, after] = [new PassThrough(), new PassThrough()];
    log.keep(before);
    before.write("does not fit");
    await expect.poll(() => failures).toMatchObject([{ code: "ENOSPC" }]);

    log.keep(after);
    log.write("another line");
    const ended = Promise.all([once(before, "end"), once(after, "end")]);
    // More than a stream holds that nobody reads.
    for (const output of [before, after]) output.end(Buffer.alloc(1_000_000));
    await ended;
    log.close();

    expect(failures).toHaveLength(1);
  });

  it("of the host itself reports its failure", async () => {
    const logs = await openLogFolder(join(folder, "logs"), onFailure);
    await symlink(FULL, join(logs.path, "host.log"));

    logs.writeError(new Error("something else"));

    await expect.poll(() => failures).toMatchObject([{ code: "ENOSPC" }]);
    logs.close();
  });
});
