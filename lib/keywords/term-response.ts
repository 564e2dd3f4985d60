import * as z from "zod";

/** Fields of a term in responses. */
export const keywordFields = () => ({
  keyword_id: z.int().meta({ description: "Id of the term in the storefront, the same for all of its apps." }),
  term: z.string().meta({
    description: "The term in its normal form: lower case, and single spaces.",
    example: "weather radar",
  }),
  country_code: z.string(),
});
