import { readFileSync } from "node:fs";

import { findDescriptions, findFaults } from "./descriptions.ts";

/** Fails where a text of the OpenAPI document does not follow the style of CONTRIBUTING.md. */
const descriptions = findDescriptions(JSON.parse(readFileSync("docs/openapi.json", "utf8")));
const faults = descriptions.flatMap(({ path, text }) => findFaults(text).map((fault) => `${path} ${fault}\n  ${text}`));

for (const fault of new Set(faults)) console.error(fault);
if (descriptions.length === 0) console.error("The document has no descriptions.");
if (faults.length > 0 || descriptions.length === 0) process.exit(1);
console.log(`The ${descriptions.length} descriptions of the OpenAPI document follow the style.`);
