import type { Data } from "../../../client/operation-types.ts";
import { AppLink } from "../../../components/app-link.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { type ChosenVersions, chooseVersion, versionOf } from "./compared-versions.ts";
import styles from "./keywords.module.css";

type ComparedAppsProps = {
  readonly apps: Data<"compareKeywords">["apps"];
  readonly versions: ChosenVersions;
  readonly onVersions: (versions: ChosenVersions) => void;
};

export function ComparedApps({ apps, versions: chosen, onVersions }: ComparedAppsProps) {
  return (
    <ul className={styles.apps}>
      {apps.map(({ id, platform, external_id, name, icon_url, version_id, versions }) => (
        <li key={id}>
          <AppLink
            platform={platform}
            externalId={external_id}
            name={name}
            iconUrl={icon_url}
            detail={versions.find((one) => one.id === version_id)?.version}
            tab="/keywords"
          />
          <SelectField
            label={`Version of ${name}`}
            isLabelHidden
            value={versionOf(chosen, String(id))}
            onChange={(version) => onVersions(chooseVersion(chosen, String(id), version))}
            options={[
              { id: "", name: "Newest texts" },
              ...versions.map((one) => ({ id: String(one.id), name: one.version })),
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
