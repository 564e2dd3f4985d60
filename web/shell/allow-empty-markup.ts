type Policies = {
  readonly createPolicy: (name: "default", rules: { readonly createHTML: (text: string) => string | null }) => unknown;
};

/** TypeScript's library does not describe trusted types, which some browsers lack. */
declare global {
  interface Window {
    readonly trustedTypes?: Policies;
  }
}

/**
 * React Aria sets empty markup when it clears its announcement of a typed day. Null rejects all other markup. A page
 * can have only one default policy.
 */
export function allowEmptyMarkup(policies: Policies | undefined): void {
  policies?.createPolicy("default", { createHTML: (text) => (text === "" ? text : null) });
}
