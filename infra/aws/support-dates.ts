import type { Template } from "../templates/template.ts";

type Support = { readonly until: string; readonly source: string };

export const supportDates: Readonly<Record<string, Support>> = {
  "nodejs24.x": { until: "2028-04-30", source: "docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html" },
  // A year after its release is the minimum that AWS promises. AWS names the day half a year before.
  "aurora-postgresql 17.9": {
    until: "2027-04-07",
    source: "docs.aws.amazon.com/AmazonRDS/latest/AuroraPostgreSQLReleaseNotes",
  },
};

const DAY_MS = 86_400_000;
/** An update of the database's version is a deployment with some minutes of 503, which has to be planned. */
const DAYS_AHEAD = 90;

export function readSupported(templates: readonly Template[]): readonly string[] {
  const named = templates.flatMap(({ Resources }) =>
    Object.values(Resources).flatMap(({ Properties: { Runtime, Engine, EngineVersion } = {} }) => {
      if (typeof Runtime === "string") return [Runtime];
      return typeof EngineVersion === "string" ? [`${String(Engine)} ${EngineVersion}`] : [];
    }),
  );
  return [...new Set(named)].toSorted();
}

export function findEnding(used: readonly string[], today: Date): readonly string[] {
  return used.flatMap((name) => {
    const support = supportDates[name];
    if (support === undefined)
      return [`${name} has no date in infra/aws/support-dates.ts: add until when AWS supports it.`];
    const days = Math.floor((Date.parse(support.until) - today.getTime()) / DAY_MS);
    if (days > DAYS_AHEAD) return [];
    const when = days < 0 ? "has ended" : `ends in ${days} days`;
    return [
      `AWS's support of ${name} ${when}, on ${support.until}: deploy a newer one, or correct the date by ` +
        `${support.source}.`,
    ];
  });
}
