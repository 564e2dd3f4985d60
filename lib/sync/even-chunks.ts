export function evenChunks<Item>(items: readonly Item[], sizeMax: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / sizeMax);
  const size = Math.ceil(items.length / Math.max(count, 1));
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
