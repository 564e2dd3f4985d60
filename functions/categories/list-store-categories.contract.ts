import * as z from "zod";
import { storeCategoryResponse } from "../../lib/categories/store-category-response.ts";
import { platformSchema, storeCategoryTypes } from "../../lib/domain/platform.ts";
import { defineContract } from "../../lib/http/contract.ts";

export const listStoreCategoriesContract = defineContract({
  operation: "listStoreCategories",
  summary: "List the stores' categories, sorted by name.",
  tag: "categories",
  method: "GET",
  path: "/store-categories",
  access: "read",
  query: () =>
    z.object({
      platform: platformSchema().optional().meta({ description: "The default is both stores." }),
      type: z.enum(storeCategoryTypes).optional().meta({ description: "The default is all types." }),
    }),
  success: { status: 200, data: () => z.array(storeCategoryResponse()) },
});
