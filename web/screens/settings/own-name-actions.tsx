import { Button } from "../../components/button.tsx";

type OwnNameActionsProps = {
  readonly name: string;
  readonly onRename: () => void;
  readonly onDelete: () => void;
};

export function OwnNameActions({ name, onRename, onDelete }: OwnNameActionsProps) {
  return (
    <>
      <Button size="small" variant="quiet" label={`Rename ${name}`} onPress={onRename}>
        Rename
      </Button>
      <Button size="small" variant="quiet" label={`Delete ${name}`} onPress={onDelete}>
        Delete
      </Button>
    </>
  );
}
