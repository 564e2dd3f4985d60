import { useState } from "react";
import { useRead } from "../../../../client/use-read.ts";
import { Button } from "../../../../components/button.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { Notice } from "../../../../components/notice.tsx";
import { useToasts } from "../../../../components/use-toasts.ts";
import { formatCount, formatQuantity } from "../../../../format/numbers.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { CountriesChoice } from "./countries-choice.tsx";
import { ListFile } from "./list-file.tsx";
import { PASTED_ROWS_MAX, type PastedTerm, parseTerms } from "./parse-terms.ts";
import { RowErrors } from "./row-errors.tsx";
import { sentErrors } from "./sent-errors.ts";
import { storefrontsOf } from "./storefronts.ts";
import styles from "./tracked.module.css";
import { useTrackTerms } from "./use-track-terms.ts";

type PasteTermsProps = {
  readonly countries: readonly string[];
  readonly onCountries: (countries: readonly string[]) => void;
};

/** Tracks a list of terms, which the browser parses. If a row is invalid, no term is added. */
export function PasteTerms({ countries, onCountries }: PasteTermsProps) {
  const { params } = useAppFrame();
  const [text, setText] = useState("");
  const [sent, setSent] = useState<readonly PastedTerm[]>([]);
  const toasts = useToasts();
  const track = useTrackTerms();
  const { terms, errors, repeated, isTooLong } = parseTerms(text, { countries, storefronts: useStorefronts() });
  const change = (next: string) => {
    setText(next);
    track.reset();
  };
  const submit = () => {
    setSent(terms);
    const items = terms.map(({ term, country: code }) => ({ term, country_code: code }));
    track.mutate(
      { params, body: { items } },
      {
        onSuccess: ({ data: { added, existing } }) => {
          const known = existing.length === 0 ? "" : ` ${formatCount(existing.length)} were tracked already.`;
          toasts.show({ text: `${formatQuantity(added.length, "keyword")} added.${known}`, kind: "positive" });
          change("");
        },
      },
    );
  };
  const rejected = track.error === null ? { rows: [], others: [] } : sentErrors(track.error, sent);
  const canSend = terms.length > 0 && errors.length === 0;
  return (
    <form
      className={styles.list}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend && !track.isPending) submit();
      }}
    >
      <TextField
        label="Terms"
        hint={`One row a term, up to ${PASTED_ROWS_MAX}: “weather radar”, or “weather radar,de” with a country.`}
        rows={8}
        value={text}
        onChange={change}
        error={
          isTooLong ? `At most ${PASTED_ROWS_MAX} rows are added at once, each counted in each country.` : undefined
        }
      />
      <ListFile onText={change} />
      <div className={styles.actions}>
        <CountriesChoice
          label="Rows without a country"
          countries={countries}
          onCountries={(next) => {
            onCountries(next);
            track.reset();
          }}
        />
      </div>
      <RowErrors errors={[...errors, ...rejected.rows]} />
      {rejected.others.length > 0 && <Notice kind="negative">{rejected.others.join(" ")}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" isPending={track.isPending} isDisabled={!canSend}>
          {terms.length === 0 ? "Track keywords" : `Track ${formatQuantity(terms.length, "keyword")}`}
        </Button>
        {repeated > 0 && <span>{formatQuantity(repeated, "row")} repeated</span>}
      </div>
    </form>
  );
}

/** Returns the countries in which the store of the app has a storefront. */
function useStorefronts(): readonly string[] {
  const { platform } = useAppFrame();
  const { data } = useRead("listCountries", {}, { staleTime: Number.POSITIVE_INFINITY });
  return storefrontsOf(data?.data ?? [], platform).map(({ code }) => code);
}
