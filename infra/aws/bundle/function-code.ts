import { join } from "node:path";

import { Code } from "aws-cdk-lib/aws-lambda";

import { bundleName } from "./bundle-name.ts";

/** Returns the code of an entry, which is a path from the repository's root. */
export type FunctionCode = (entry: string) => Code;

/** Returns code that was bundled into one folder per entry. */
export function bundledCode(outDir: string): FunctionCode {
  return (entry) => Code.fromAsset(join(outDir, bundleName(entry)));
}

/** Returns a placeholder: the local host and tests read the entry from the function's metadata. */
export const withoutCode: FunctionCode = (entry) => Code.fromInline(`// ${entry}`);
