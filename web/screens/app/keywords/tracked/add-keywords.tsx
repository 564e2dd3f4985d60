import { useState } from "react";
import { Button } from "../../../../components/button.tsx";
import { Notice } from "../../../../components/notice.tsx";
import { Panel } from "../../../../components/panel.tsx";
import { AddTerm } from "./add-term.tsx";
import { PasteTerms } from "./paste-terms.tsx";
import { TrackedCount, useTrackedCount } from "./tracked-count.tsx";

type AddKeywordsProps = { readonly country: string; readonly onCountry: (country: string) => void };

export function AddKeywords(props: AddKeywordsProps) {
  const [isList, setList] = useState(false);
  const count = useTrackedCount();
  return (
    <Panel
      title="Add tracked keywords"
      actions={
        <>
          <TrackedCount count={count} />
          <Button size="small" isExpanded={isList} onPress={() => setList(!isList)}>
            Paste a list
          </Button>
        </>
      }
    >
      {count?.max === null && (
        <Notice kind="warning">This service tracks no keywords now. What was read before stays.</Notice>
      )}
      {isList ? <PasteTerms {...props} /> : <AddTerm {...props} />}
    </Panel>
  );
}
