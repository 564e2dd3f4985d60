import { useRead } from "../../client/use-read.ts";
import { ComboField } from "../../components/fields/combo-field.tsx";
import type { Platform } from "../../format/app-path.ts";

type CategoryFieldProps = {
  readonly platform: Platform;
  readonly value: string;
  readonly onChange: (category: string) => void;
};

export function CategoryField({ platform, value, onChange }: CategoryFieldProps) {
  const { data } = useRead("listStoreCategories", { query: { platform } }, { staleTime: Number.POSITIVE_INFINITY });
  const categories = data?.data.filter(({ external_id: id }) => id !== null) ?? [];
  const options = [
    { id: "", name: "All categories" },
    ...categories.map(({ id, name, type }) => ({ id: String(id), name: type === "app" ? name : `${name} (${type})` })),
  ];
  if (!options.some(({ id }) => id === value))
    options.push({ id: value, name: data === undefined ? "…" : `Category ${value}` });
  return <ComboField label="Category" value={value} onChange={onChange} options={options} />;
}
