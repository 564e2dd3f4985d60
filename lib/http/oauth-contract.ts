import { OAUTH_PREFIX } from "./contract.ts";

/** All endpoints for clients of OAuth share these parts. The standards define their responses. */
export const ofOAuth = {
  tag: "oauth",
  prefix: OAUTH_PREFIX,
  access: "oauth",
  rateLimit: "oauth",
  success: { status: 200, document: true },
  caching: "none",
} as const;
