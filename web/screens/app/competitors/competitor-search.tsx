import { Button } from "../../../components/button.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { type Relationship, relationshipOptions } from "../../../features/competitors/relationships.ts";
import { storeNames } from "../../../format/app-path.ts";
import { TERM_LENGTH_MAX, useTerm } from "../../../hooks/use-term.ts";
import { useAppFrame } from "../use-app-frame.ts";
import styles from "./add-competitor.module.css";

type CompetitorSearchProps = {
  readonly term: string;
  readonly onTerm: (term: string) => void;
  readonly relationship: Relationship;
  readonly onRelationship: (relationship: Relationship) => void;
};

export function CompetitorSearch({ term: sent, onTerm, relationship, onRelationship }: CompetitorSearchProps) {
  const { platform } = useAppFrame();
  const { term, setTerm, submit, error } = useTerm(sent, onTerm);
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={`Search the ${storeNames[platform]}`}
        placeholder="A name, or a word that users search for"
        value={term}
        onChange={setTerm}
        maxLength={TERM_LENGTH_MAX}
        autoComplete="off"
        error={error}
      />
      <SelectField label="Relationship" value={relationship} onChange={onRelationship} options={relationshipOptions} />
      <Button type="submit">Search</Button>
    </form>
  );
}
