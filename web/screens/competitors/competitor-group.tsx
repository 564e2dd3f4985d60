import type { Data } from "../../client/operation-types.ts";
import { Badge } from "../../components/badge.tsx";
import { type Column, DataTable } from "../../components/data-table.tsx";
import { Panel } from "../../components/panel.tsx";
import { ButtonLink } from "../../components/text-link.tsx";
import { appColumn, figureColumns } from "../../features/competitors/app-columns.tsx";
import { relationshipNames } from "../../features/competitors/relationships.ts";
import { RemoveCompetitor } from "../../features/competitors/remove-competitor.tsx";
import { appTabPath } from "../../format/app-path.ts";

type Group = Data<"listCompetitors">[number];
type Row = { readonly app: Group["parent"]; readonly link: Group["competitors"][number] | undefined };

export function CompetitorGroup({ group: { parent, competitors } }: { readonly group: Group }) {
  const rows: readonly Row[] = [
    { app: parent, link: undefined },
    ...competitors.map((link) => ({ app: link.app, link })),
  ];
  return (
    <Panel title={parent.name} actions={<ButtonLink href={appTabPath(parent, "competitors")}>Compare</ButtonLink>}>
      <DataTable
        caption={`${parent.name} and its competitors`}
        columns={columnsFor(parent)}
        rows={rows}
        rowKey={({ app, link }) => link?.id ?? `parent ${app.id}`}
      />
    </Panel>
  );
}

function columnsFor(parent: Group["parent"]): readonly Column<Row>[] {
  return [
    appColumn,
    {
      key: "relationship",
      name: "Relationship",
      render: ({ link }) =>
        link === undefined ? (
          <Badge tone="accent">Your app</Badge>
        ) : (
          <Badge>{relationshipNames[link.relationship]}</Badge>
        ),
    },
    ...figureColumns,
    {
      key: "remove",
      name: "Actions",
      isNameHidden: true,
      align: "end",
      render: ({ link }) => link && <RemoveCompetitor parent={parent} competitor={link} />,
    },
  ];
}
