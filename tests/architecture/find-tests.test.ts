import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";

import { describeMissingTest } from "./find-tests.ts";

const folder = mkdtempSync(join(tmpdir(), "shelfwatch-titles-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(
  join(folder, "some.test.ts"),
  `
    // it("only mentioned", () => {});
    const text = 'it("only quoted", () => {})';
    describe("a group", () => {
      it("runs", async () => {});
      it.each([[1, "it('as data')"]])(
        "runs for %i",
        { timeout: 1 },
        (_number: number, text: string) => {},
      );
      it.skip("is skipped", () => {});
      it.skipIf(process.platform === "win32")("is skipped somewhere", () => {});
      it.each([1]).skip("is skipped for %i", () => {});
      it.todo("is to be written");
    });
    describe.skip("a skipped group", () => {
      describe.each([1])("within it", () => {
        it("never runs", () => {});
      });
    });
    describe("another group", () => {
      it("is written twice", () => {});
      it.skip("is written twice", () => {});
    });
  `,
);
const fault = (name: string) => describeMissingTest(folder, name);

describe("the name of a test", () => {
  it.each(["runs", "runs for %i", "is written twice"])("stands for one that runs: %s", (title) => {
    expect(fault(`some.test.ts > ${title}`)).toBeUndefined();
  });

  it.each(["is skipped", "is skipped somewhere", "is skipped for %i", "is to be written", "never runs"])(
    "is rejected when it does not run everywhere: %s",
    (title) => {
      expect(fault(`some.test.ts > ${title}`)).toBe(`some.test.ts skips "${title}"`);
    },
  );

  it.each(["only mentioned", "only quoted", "as data", "a group", "run", "runs for 1"])(
    "is rejected when no test has that title: %s",
    (title) => {
      expect(fault(`some.test.ts > ${title}`)).toBe(`some.test.ts has no test "${title}"`);
    },
  );

  it("is rejected without a file, or with one that is not there", () => {
    expect(fault("runs")).toBe('"runs" names no file and title');
    expect(fault("other.test.ts > runs")).toBe("there is no other.test.ts");
  });
});
