import { Button } from "../../../../components/button.tsx";
import { useToasts } from "../../../../components/use-toasts.ts";
import { countryName } from "../../../../format/locale-names.ts";
import { useAppFrame } from "../../use-app-frame.ts";
import { sentErrors } from "./sent-errors.ts";
import { useTrackTerms } from "./use-track-terms.ts";

export function TrackTerm({ term, country }: { readonly term: string; readonly country: string }) {
  const { params } = useAppFrame();
  const toasts = useToasts();
  const { mutate, isPending } = useTrackTerms();
  const track = () =>
    mutate(
      { params, body: { items: [{ term, country_code: country }] } },
      {
        onError: (problem) => {
          const { rows, others } = sentErrors(problem, [{ row: 1 }]);
          const texts = [...rows.map(({ text }) => text), ...others];
          toasts.show({ text: `“${term}”: ${texts.join(" ")}`, kind: "negative" });
        },
      },
    );
  return (
    <Button size="small" label={`Track “${term}” in ${countryName(country)}`} isPending={isPending} onPress={track}>
      Track
    </Button>
  );
}
