type Policies = {
  readonly createPolicy: (name: "default", rules: { readonly createHTML: (text: string) => string | null }) => unknown;
};

/** Trusted types, where the browser has them: the compiler's library does not describe them. */
declare global {
  interface Window {
    readonly trustedTypes?: Policies;
  }
}

/**
 * Allows the empty text alone as markup, by the one policy that the page may have: React Aria empties the element by which
 * it announces a typed day so. Null rejects all other text.
 */
export function allowEmptyMarkup(policies: Policies | undefined): void {
  policies?.createPolicy("default", { createHTML: (text) => (text === "" ? text : null) });
}
