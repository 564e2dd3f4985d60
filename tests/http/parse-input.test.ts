import { describe, expect, it } from "vitest";
import * as z from "zod";

import { nameField } from "../../lib/domain/account-fields.ts";
import { externalAppIdSchema } from "../../lib/domain/platform.ts";
import { AppError, type FieldErrors } from "../../lib/errors.ts";
import { listParameter, pageParameters, storeSearchParameters } from "../../lib/http/parameters.ts";
import { readQuery } from "../../lib/http/request-input.ts";
import { parseInput } from "../../lib/parse-input.ts";

const query = z.object({
  ...pageParameters(),
  ...storeSearchParameters(),
  ids: listParameter(externalAppIdSchema(), 2).optional(),
});
const body = z.object({ ids: z.array(externalAppIdSchema()).min(1).max(2), count: z.int().optional() });
const valid = { term: "weather", platform: "ios" };

function faultsOf(schema: z.ZodType, input: unknown): FieldErrors | undefined {
  try {
    parseInput(schema, input);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.fieldErrors;
  }
}

describe("a parameter", () => {
  it.each([
    ["page=2&page=1", "page", "The page field must be a single value."],
    ["page[]=1", "page", "The page field must be a single value."],
    ["term[]=weather", "term", "The term field must be a single value."],
    ["page=0", "page", "The page field must be a whole number from 1 to 1000000."],
    ["per_page=1e1", "per_page", "The per page field must be a whole number from 1 to 100."],
    ["per_page=101", "per_page", "The per page field must not be greater than 100."],
    ["term=%20a%20", "term", "The term field must be at least 2 characters."],
    ["platform=web", "platform", "The selected platform is invalid."],
    ["ids=1,2,3", "ids", "The ids field must not have more than 2 items."],
    ["ids=1,a%20b", "ids.1", "The selected ids.1 is invalid."],
  ])("that is invalid is reported in one sentence: %s", (sent, field, sentence) => {
    expect(faultsOf(query, { ...valid, ...readQuery(sent) })).toEqual({ [field]: [sentence] });
  });

  it.each([
    "ids=1,2",
    "ids[]=1&ids[]=2",
    "ids[0]=1&ids[1]=2",
    "ids=1&ids=2",
    "ids=,1,,%20,2,",
    "ids[]=1&ids[]=&ids[]=2",
  ])("that is a list is read in every notation, without its blank items: %s", (sent) => {
    expect(parseInput(query, { ...valid, ...readQuery(sent) }).ids).toEqual(["1", "2"]);
  });
});

describe("a body", () => {
  it.each([
    [[], { body: ["The body must be an object."] }],
    [null, { body: ["The body must be an object."] }],
    [{}, { ids: ["The ids field is required."] }],
    [{ ids: [] }, { ids: ["The ids field must have at least 1 item."] }],
    [{ ids: "1" }, { ids: ["The ids field must be a list."] }],
    [{ ids: ["1", 2] }, { "ids.1": ["The ids.1 field must be a string."] }],
    [{ ids: ["1"], count: 1.5 }, { count: ["The count field must be an integer."] }],
  ])("[ERR-14] that is invalid is reported by dotted path: %j", (sent, faults) => {
    expect(faultsOf(body, sent)).toEqual(faults);
  });

  it("reports each fault of a string, and only the type of anything else", () => {
    expect(faultsOf(z.object({ name: nameField() }), { name: [] })).toEqual({
      name: ["The name field must be a single value."],
    });
    expect(faultsOf(z.object({ name: nameField() }), { name: " " })).toEqual({ name: ["The name field is required."] });
  });
});
