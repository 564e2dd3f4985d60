import { AppLink } from "../../components/app-link.tsx";
import { Badge } from "../../components/badge.tsx";
import { DataTable } from "../../components/data-table.tsx";
import { CheckField } from "../../components/fields/check-field.tsx";
import { Stars } from "../../components/stars.tsx";
import type { Platform } from "../../format/app-path.ts";
import { IMPORT_MAX, type StoreApp } from "./selection.ts";

type StoreAppTableProps = {
  readonly platform: Platform;
  readonly apps: readonly StoreApp[];
  readonly chosen: readonly string[];
  readonly onChoose: (id: string, isChosen: boolean) => void;
};

export function StoreAppTable({ platform, apps, chosen, onChoose }: StoreAppTableProps) {
  const columns = [
    {
      key: "choice",
      name: "Track",
      render: ({ external_id: id, name, is_tracked: isTracked }: StoreApp) => {
        const isChosen = chosen.includes(id);
        if (isTracked) return <Badge tone="positive">Tracked</Badge>;
        return (
          <CheckField
            label={`Choose ${name}`}
            isLabelHidden
            isChecked={isChosen}
            isDisabled={!isChosen && chosen.length >= IMPORT_MAX}
            onChange={(next) => onChoose(id, next)}
          />
        );
      },
    },
    {
      key: "app",
      name: "App",
      isRowName: true,
      render: (app: StoreApp) => (
        <AppLink
          platform={platform}
          externalId={app.external_id}
          name={app.name}
          iconUrl={app.icon_url}
          detail={app.category}
        />
      ),
    },
    {
      key: "rating",
      name: "Rating",
      align: "end" as const,
      render: ({ rating, rating_count: count }: StoreApp) => <Stars rating={rating} count={count} />,
    },
    { key: "price", name: "Price", render: ({ is_free: isFree }: StoreApp) => (isFree ? "Free" : "Paid") },
  ];
  return <DataTable caption="Apps in the store" columns={columns} rows={apps} rowKey={({ external_id: id }) => id} />;
}
