import { type FormEvent, useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { SuggestField } from "../../../../components/fields/suggest-field.tsx";
import { Notice } from "../../../../components/notice.tsx";
import { useToasts } from "../../../../components/use-toasts.ts";
import { describeCountries } from "../../../../features/stores/describe-countries.ts";
import { storeNames } from "../../../../format/app-path.ts";
import { usePause } from "../../../../hooks/use-pause.ts";
import { TERM_LENGTH_MAX } from "../../../../hooks/use-term.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { CountriesChoice } from "./countries-choice.tsx";
import { sentErrors } from "./sent-errors.ts";
import { findTermFault, tidyTerm } from "./term-text.ts";
import styles from "./tracked.module.css";
import { useSuggestions } from "./use-suggestions.ts";
import { useTrackTerms } from "./use-track-terms.ts";

const TYPING_PAUSE_MS = 400;

type AddTermProps = {
  readonly countries: readonly string[];
  readonly onCountries: (countries: readonly string[]) => void;
};

/** Tracks one term in the chosen countries: one that the store suggests in the first of them, or any other. */
export function AddTerm({ countries, onCountries }: AddTermProps) {
  const { platform, params } = useAppFrame();
  const [text, setText] = useState("");
  const [typed, setTyped] = useState("");
  const [fault, setFault] = useState<string>();
  const toasts = useToasts();
  const track = useTrackTerms();
  const paused = usePause(typed, TYPING_PAUSE_MS);
  const suggestions = useSuggestions({ platform, country: countries[0] ?? "", text: paused });
  const change = (next: string) => {
    setText(next);
    setTyped(next);
    setFault(undefined);
    track.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const term = tidyTerm(text);
    const found = findTermFault(term);
    setFault(found);
    if (found !== undefined || track.isPending) return;
    track.mutate(
      { params, body: { items: countries.map((code) => ({ term, country_code: code })) } },
      {
        onSuccess: ({ data: { added } }) => {
          const what = added.length > 0 ? "is tracked" : "was tracked already";
          toasts.show({ text: `“${term}” ${what} in ${describeCountries(countries)}.`, kind: "positive" });
          change("");
        },
      },
    );
  };
  const rejected =
    track.error === null
      ? undefined
      : sentErrors(
          track.error,
          countries.map(() => ({ row: 1 })),
        );
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <SuggestField
        label="Term"
        value={text}
        onChange={change}
        onChoose={(suggestion) => {
          setText(suggestion);
          // No request follows for a term that the store has suggested.
          setTyped("");
        }}
        suggestions={suggestions.data?.data.map(({ term }) => term) ?? []}
        note={noteOf(suggestions, storeNames[platform])}
        maxLength={TERM_LENGTH_MAX}
        error={fault ?? rejected?.rows[0]?.text}
      />
      <CountriesChoice
        countries={countries}
        onCountries={(next) => {
          onCountries(next);
          track.reset();
        }}
      />
      <Button type="submit" variant="primary" isPending={track.isPending}>
        Track
      </Button>
      {rejected !== undefined && rejected.others.length > 0 && (
        <div className={styles.whole}>
          <Notice kind="negative">{rejected.others.join(" ")}</Notice>
        </div>
      )}
    </form>
  );
}

type Suggested = Pick<ReturnType<typeof useSuggestions>, "data" | "error" | "isFetching">;

function noteOf({ data, error, isFetching }: Suggested, store: string): string {
  if (isFetching) return `Loading what the ${store} suggests…`;
  if (error !== null) return error.detail;
  return data === undefined ? `Type at least two letters to see what the ${store} suggests.` : "It suggests nothing.";
}
