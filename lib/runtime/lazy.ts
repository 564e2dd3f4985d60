/**
 * Returns a function that builds its value once, and again only if building failed. Calls are marked `@__PURE__`, so
 * that a bundle omits unused dependencies.
 */
export function lazy<T>(build: () => T): () => T {
  let built: { readonly value: T } | undefined;
  return () => {
    built ??= { value: build() };
    return built.value;
  };
}
