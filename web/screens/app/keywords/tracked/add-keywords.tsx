import { useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { AddTerm } from "./add-term.tsx";
import { PasteTerms } from "./paste-terms.tsx";

type AddKeywordsProps = {
  readonly countries: readonly string[];
  readonly onCountries: (countries: readonly string[]) => void;
};

export function AddKeywords(props: AddKeywordsProps) {
  const [isList, setList] = useState(false);
  return (
    <Panel
      title="Add tracked keywords"
      actions={
        <Button size="small" isExpanded={isList} onPress={() => setList(!isList)}>
          Paste a list
        </Button>
      }
    >
      {isList ? <PasteTerms {...props} /> : <AddTerm {...props} />}
    </Panel>
  );
}
