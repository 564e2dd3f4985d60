import type { Data } from "../../../client/operation-types.ts";
import { useWrite } from "../../../client/use-write.ts";
import { AppLink } from "../../../components/app-link.tsx";
import { Badge } from "../../../components/badge.tsx";
import { Button } from "../../../components/button.tsx";
import { Stars } from "../../../components/stars.tsx";
import { useToasts } from "../../../components/use-toasts.ts";
import type { Relationship } from "../../../features/competitors/relationships.ts";
import { readsOfOwnApps } from "../../../features/tracking/use-tracking.ts";
import { useAppFrame } from "../use-app-frame.ts";
import styles from "./add-competitor.module.css";

type FoundAppProps = {
  readonly found: Data<"searchApps">[number];
  readonly relationship: Relationship;
  readonly isKnown: boolean;
};

export function FoundApp({ found, relationship, isKnown }: FoundAppProps) {
  const { params } = useAppFrame();
  const toasts = useToasts();
  const { mutate, error, isPending } = useWrite("addCompetitor", {
    refreshes: readsOfOwnApps,
    onSuccess: () => toasts.show({ text: `${found.name} is now a competitor.`, kind: "positive" }),
  });
  return (
    <li className={styles.app}>
      <AppLink
        platform={found.platform}
        externalId={found.external_id}
        name={found.name}
        iconUrl={found.icon_url}
        detail={found.publisher_name}
      />
      <span className={styles.action}>
        <Stars rating={found.rating} count={found.rating_count} />
        {error !== null && (
          <span role="alert" className={styles.error}>
            {error.detail}
          </span>
        )}
        {isKnown ? (
          <Badge tone="positive">Competitor</Badge>
        ) : (
          <Button
            size="small"
            label={`Add ${found.name}`}
            isPending={isPending}
            onPress={() => mutate({ params, body: { competitor_external_id: found.external_id, relationship } })}
          >
            Add
          </Button>
        )}
      </span>
    </li>
  );
}
