import * as z from "zod";

export const SAVED_VIEWS_MAX = 100;
export const VIEW_NAME_MAX = 80;

/** UTF-8 bytes of a scope's JSON. */
const SCOPE_BYTES_MAX = 4 * 1_024;

const PATH_MAX = 300;
const PARAMETERS_MAX = 40;
const VALUE_MAX = 2_000;

/** Any host: only what a browser makes of the path matters. */
const ADDRESS = "https://dashboard.invalid/dashboard";

/** Returns false for a path that a browser would resolve to another one, such as one with `..`. */
function isPathOfScreen(path: string): boolean {
  return /^\/(?:[\w.~%-]+(?:\/[\w.~%-]+)*)?$/.test(path) && new URL(`${ADDRESS}${path}`).href === `${ADDRESS}${path}`;
}

/** An address of the dashboard, as its screens read it. */
export const viewScopeSchema = () =>
  z
    .strictObject({
      path: z
        .string()
        .max(PATH_MAX)
        .refine(isPathOfScreen, "The path must be that of a screen, below /dashboard.")
        .meta({ description: "Path of a screen below `/dashboard`, percent-encoded.", example: "/changes/all" }),
      query: z
        .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), z.string().max(VALUE_MAX))
        .refine(
          (query) => Object.keys(query).length <= PARAMETERS_MAX,
          `The query must not have more than ${PARAMETERS_MAX} parameters.`,
        )
        .default({})
        .meta({
          description: "Parameters of the screen's address, decoded. The default is none.",
          example: { whose: "all", country: "jp", days: "30" },
        }),
    })
    .refine(
      (scope) => Buffer.byteLength(JSON.stringify(scope)) <= SCOPE_BYTES_MAX,
      "The scope field must not be larger than 4 KB.",
    );

export type ViewScope = z.output<ReturnType<typeof viewScopeSchema>>;
