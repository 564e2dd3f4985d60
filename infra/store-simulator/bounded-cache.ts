export type BoundedCache<T> = {
  get(key: string, make: () => T): T;
  clear(): void;
};

export function boundedCache<T>({ entriesMax }: { readonly entriesMax: number }): BoundedCache<T> {
  const values = new Map<string, T>();

  return {
    clear: () => values.clear(),
    get(key, make) {
      const known = values.get(key);
      if (known !== undefined) return known;

      const made = make();
      values.set(key, made);
      if (values.size > entriesMax) {
        const [oldest] = values.keys();
        if (oldest !== undefined) values.delete(oldest);
      }
      return made;
    },
  };
}
