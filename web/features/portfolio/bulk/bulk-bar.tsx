import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { call } from "../../../client/call.ts";
import { Button } from "../../../components/button.tsx";
import { ChoiceButton } from "../../../components/choice-button.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { ProgressBar } from "../../../components/progress-bar.tsx";
import { formatQuantity } from "../../../format/numbers.ts";
import { readsWithTags } from "../../tags/tag.ts";
import { markTracked, readsOfOwnApps } from "../../tracking/use-tracking.ts";
import type { PortfolioApp } from "../portfolio-app.ts";
import type { Selection } from "../selection.ts";
import styles from "./bulk-bar.module.css";
import { BulkOutcome } from "./bulk-outcome.tsx";
import { CompetitorOf } from "./competitor-of.tsx";
import { type ChosenTag, TagChoice } from "./tag-choice.tsx";
import { type BulkAction, useBulk } from "./use-bulk.ts";

const paramsOf = ({ platform, external_id }: PortfolioApp) => ({ platform, external_id });

const sync: BulkAction = {
  done: "queued for a sync",
  send: (app) => call("requestSync", { params: paramsOf(app) }),
  refreshes: ["listApps", "showSyncStatus"],
};

const tagActions = [
  {
    label: "Tag",
    value: "with…",
    actionOf: ({ id, name }: ChosenTag): BulkAction => ({
      done: `tagged with ${name}`,
      send: (app) => call("tagApp", { params: { ...paramsOf(app), tag_id: id } }),
      refreshes: readsWithTags,
    }),
  },
  {
    label: "Take off",
    value: "a tag…",
    actionOf: ({ id, name }: ChosenTag): BulkAction => ({
      done: `without the tag ${name}`,
      send: (app) => call("untagApp", { params: { ...paramsOf(app), tag_id: id } }),
      refreshes: readsWithTags,
    }),
  },
];

/** Offers the actions on the selected apps. */
export function BulkBar({ selection }: { readonly selection: Selection }) {
  const { apps, clear, select } = selection;
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const bulk = useBulk(({ done }) => select(done, false));
  const untrack: BulkAction = {
    done: "no longer tracked",
    send: async (app) => {
      await call("untrackApp", { params: paramsOf(app) });
      markTracked(client, [app.external_id], false);
    },
    refreshes: readsOfOwnApps,
  };
  const addTo = (owner: PortfolioApp): BulkAction => ({
    done: `added to the competitors of ${owner.name}`,
    send: ({ platform, external_id: id }) =>
      call("addCompetitor", {
        params: paramsOf(owner),
        body: { competitor_external_id: id, competitor_platform: platform },
      }),
    refreshes: readsOfOwnApps,
  });
  if (bulk.state.step === "running") {
    const { sent, total } = bulk.state;
    return (
      <section aria-label="Selected apps" className={styles.bar}>
        <div className={styles.progress}>
          <ProgressBar label="Sending" value={sent} max={total} valueText={`${sent} of ${total}`} />
        </div>
        <Button size="small" onPress={bulk.cancel}>
          Cancel
        </Button>
      </section>
    );
  }
  return (
    <>
      {bulk.state.step === "ended" && <BulkOutcome {...bulk.state} onClose={bulk.close} />}
      {apps.length > 0 && (
        <section aria-label="Selected apps" className={styles.bar}>
          <p className={styles.count} aria-live="polite">
            {formatQuantity(apps.length, "app")} selected
          </p>
          <Button size="small" onPress={() => bulk.start(sync, apps)}>
            Sync
          </Button>
          <ChoiceButton label="Add as competitor" value="of…">
            {(close) => (
              <CompetitorOf
                onChoose={(owner) => {
                  close();
                  bulk.start(
                    addTo(owner),
                    apps.filter(({ id }) => id !== owner.id),
                  );
                }}
              />
            )}
          </ChoiceButton>
          {tagActions.map(({ label, value, actionOf }) => (
            <ChoiceButton key={label} label={label} value={value}>
              {(close) => (
                <TagChoice
                  onChoose={(tag) => {
                    close();
                    bulk.start(actionOf(tag), apps);
                  }}
                />
              )}
            </ChoiceButton>
          ))}
          <Button size="small" onPress={() => setConfirming(true)}>
            Untrack…
          </Button>
          <Button size="small" variant="quiet" onPress={clear}>
            Clear the selection
          </Button>
        </section>
      )}
      <ConfirmDialog
        title={`Untrack ${formatQuantity(apps.length, "app")}?`}
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        confirm="Untrack"
        onConfirm={() => {
          setConfirming(false);
          bulk.start(untrack, apps);
        }}
        isDangerous
      >
        <p>
          The apps and the competitors that you added to them disappear from your lists and feeds. Their history is
          kept.
        </p>
      </ConfirmDialog>
    </>
  );
}
