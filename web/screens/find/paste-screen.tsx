import { useState } from "react";

import { Button } from "../../components/button.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { Notice } from "../../components/notice.tsx";
import { Screen } from "../../components/screen.tsx";
import { formatQuantity } from "../../format/numbers.ts";
import { FindTabs } from "./find-tabs.tsx";
import { PASTED_MAX, parsePasted } from "./parse-pasted.ts";
import styles from "./paste-screen.module.css";
import { PastedResults } from "./pasted-results.tsx";
import { useTrackPasted } from "./use-track-pasted.ts";

const EXAMPLES = [
  "https://apps.apple.com/us/app/some-name/id1234567890",
  "https://play.google.com/store/apps/details?id=com.example.app",
  "1234567890",
].join("\n");

export function PasteScreen() {
  const [text, setText] = useState("");
  const { results, isRunning, start } = useTrackPasted();
  const { apps, unreadable, leftOut } = parsePasted(text);
  return (
    <Screen title="Paste a list" lead="Track many apps at once, from both stores.">
      <FindTabs />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isRunning && apps.length > 0) start(apps);
        }}
      >
        <TextField
          label="Ids and store addresses"
          hint={`Enter one per line, up to ${PASTED_MAX}: store addresses, App Store ids or Google Play package names.`}
          rows={8}
          value={text}
          onChange={setText}
          placeholder={EXAMPLES}
        />
        <div className={styles.actions}>
          <Button type="submit" variant="primary" isPending={isRunning} isDisabled={apps.length === 0}>
            {apps.length === 0 ? "Track apps" : `Track ${formatQuantity(apps.length, "app")}`}
          </Button>
          {leftOut > 0 && <span>{formatQuantity(leftOut, "app")} beyond the limit will be left out.</span>}
        </div>
      </form>
      {unreadable.length > 0 && (
        <Notice kind="warning">
          Not an id or a store address: {unreadable.slice(0, 5).join(", ")}
          {unreadable.length > 5 && ` and ${unreadable.length - 5} more`}
        </Notice>
      )}
      <PastedResults results={results} isRunning={isRunning} />
    </Screen>
  );
}
