/**
 * Returns a function that builds its value at the first call, and again only if building it failed. Calls are marked
 * `@__PURE__`, so that a bundle leaves out the dependencies that its function does not use.
 */
export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}
