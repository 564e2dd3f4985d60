import type { Data } from "../../../client/operation-types.ts";
import { Badge } from "../../../components/badge.tsx";
import { type Column, DataTable } from "../../../components/data-table.tsx";
import { CheckField } from "../../../components/fields/check-field.tsx";
import { TextLink } from "../../../components/text-link.tsx";
import { appColumn, figureColumns } from "../../../features/competitors/app-columns.tsx";
import { relationshipNames } from "../../../features/competitors/relationships.ts";
import { RemoveCompetitor } from "../../../features/competitors/remove-competitor.tsx";
import { appTabPaths } from "../../../format/app-path.ts";
import { useAppFrame } from "../use-app-frame.ts";

/** A wide screen fits three competitors beside an app. */
export const COMPARED_MAX = 3;

type Competitor = Data<"listAppCompetitors">[number];

type CompetitorTableProps = {
  readonly rows: readonly Competitor[];
  readonly compared: readonly string[];
  readonly onCompare: (externalIds: readonly string[]) => void;
};

export function CompetitorTable({ rows, compared, onCompare }: CompetitorTableProps) {
  const { app: parent, href } = useAppFrame();
  const diffHref = (other: string) =>
    href(appTabPaths.listing, new URLSearchParams({ view: "differences", kind: "apps", other }).toString());
  const without = (id: string) => compared.filter((one) => one !== id);
  const columns: readonly Column<Competitor>[] = [
    appColumn,
    {
      key: "relationship",
      name: "Relationship",
      render: ({ relationship }) => <Badge>{relationshipNames[relationship]}</Badge>,
    },
    ...figureColumns,
    {
      key: "compare",
      name: "Compare",
      render: ({ app: { external_id: id, name } }) => {
        const isChecked = compared.includes(id);
        return (
          <CheckField
            label={`Compare ${name}`}
            isLabelHidden
            isChecked={isChecked}
            isDisabled={!isChecked && compared.length >= COMPARED_MAX}
            onChange={(isWanted) => onCompare(isWanted ? [...compared, id] : without(id))}
          />
        );
      },
    },
    {
      key: "texts",
      name: "Texts",
      render: ({ app }) => (
        <TextLink
          href={diffHref(`${app.platform}:${app.external_id}`)}
          label={`Compare the texts with those of ${app.name}`}
        >
          Compare
        </TextLink>
      ),
    },
    {
      key: "remove",
      name: "Remove",
      isNameHidden: true,
      align: "end",
      render: (competitor) => (
        <RemoveCompetitor
          parent={parent}
          competitor={competitor}
          onRemoved={() => onCompare(without(competitor.app.external_id))}
        />
      ),
    },
  ];
  return <DataTable caption="Competitors" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
