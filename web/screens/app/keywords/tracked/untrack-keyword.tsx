import { useWrite } from "../../../../client/use-write.ts";
import { Button } from "../../../../components/button.tsx";
import { useToasts } from "../../../../components/use-toasts.ts";
import { countryName } from "../../../../format/locale-names.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import type { TrackedKeyword } from "./rank-words.ts";
import { readsOfKeywords } from "./use-track-terms.ts";

type UntrackKeywordProps = { readonly keyword: Pick<TrackedKeyword, "keyword_id" | "term" | "country_code"> };

/** It needs no confirmation: what was read stays, and the term can be tracked again. */
export function UntrackKeyword({ keyword: { keyword_id: id, term, country_code: country } }: UntrackKeywordProps) {
  const { params } = useAppFrame();
  const toasts = useToasts();
  const name = `“${term}” in ${countryName(country)}`;
  const { mutate, isPending } = useWrite("untrackKeyword", {
    refreshes: readsOfKeywords,
    // This runs before the list is read again, since this row is then gone.
    onSuccess: () => toasts.show({ text: `${name} is no longer tracked.`, kind: "positive" }),
  });
  const untrack = () =>
    mutate(
      { params: { ...params, keyword_id: id } },
      { onError: ({ detail }) => toasts.show({ text: `${name}: ${detail}`, kind: "negative" }) },
    );
  return (
    <Button size="small" variant="quiet" label={`Untrack ${name}`} isPending={isPending} onPress={untrack}>
      Untrack
    </Button>
  );
}
