/**
 * Returns a function that builds its value at the first call, and again only if building it failed. Bundles leave out
 * what is built by a function that they do not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}
