import { useState } from "react";
import { useRead } from "../../../../client/use-read.ts";
import { Button } from "../../../../components/button.tsx";
import { TextField } from "../../../../components/fields/text-field.tsx";
import { Notice } from "../../../../components/notice.tsx";
import { useToasts } from "../../../../components/use-toasts.ts";
import { CountryField } from "../../../../features/stores/country-field.tsx";
import { formatCount, formatQuantity } from "../../../../format/numbers.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { ListFile } from "./list-file.tsx";
import { PASTED_ROWS_MAX, type PastedTerm, parseTerms } from "./parse-terms.ts";
import { RowErrors } from "./row-errors.tsx";
import { sentErrors } from "./sent-errors.ts";
import styles from "./tracked.module.css";
import { useTrackTerms } from "./use-track-terms.ts";

type PasteTermsProps = { readonly country: string; readonly onCountry: (country: string) => void };

/** Tracks a list of terms that the browser reads. An invalid row has none of them added. */
export function PasteTerms({ country, onCountry }: PasteTermsProps) {
  const { params } = useAppFrame();
  const [text, setText] = useState("");
  const [sent, setSent] = useState<readonly PastedTerm[]>([]);
  const toasts = useToasts();
  const track = useTrackTerms();
  const { terms, errors, repeated, isTooLong } = parseTerms(text, { country, storefronts: useStorefronts() });
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
        error={isTooLong ? `A list has at most ${PASTED_ROWS_MAX} rows.` : undefined}
      />
      <ListFile onText={change} />
      <CountryField
        label="Country of rows without one"
        value={country}
        onChange={(code) => {
          onCountry(code);
          track.reset();
        }}
      />
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
  const languages = platform === "ios" ? "ios_languages" : "android_languages";
  return (data?.data ?? []).flatMap((country) => ((country[languages] ?? []).length > 0 ? [country.code] : []));
}
