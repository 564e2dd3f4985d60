import type { Data } from "../../client/operation-types.ts";
import { useWrite } from "../../client/use-write.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { Notice } from "../../components/notice.tsx";

type RevokeDialogProps = {
  readonly token: Data<"listApiTokens">[number] | undefined;
  readonly onClose: () => void;
};

export function RevokeDialog({ token, onClose }: RevokeDialogProps) {
  const revoke = useWrite("revokeApiToken", { refreshes: ["listApiTokens"] });
  const isSession = token?.kind === "session";
  const isAssistant = token?.kind === "oauth";
  const close = () => {
    revoke.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      title={isSession ? "End the session?" : `Revoke ${token?.name ?? "the token"}?`}
      isOpen={token !== undefined}
      onClose={close}
      confirm={isSession ? "End" : "Revoke"}
      onConfirm={() => {
        if (token !== undefined) revoke.mutate({ params: { token_id: token.id } }, { onSuccess: close });
      }}
      isDangerous
      isPending={revoke.isPending}
    >
      <p>
        {isSession && "This logs that browser out of all its pages."}
        {isAssistant && "The assistant is no longer connected. To use it again, you connect it anew."}
        {!isSession &&
          !isAssistant &&
          "The program that uses it can no longer call the API. Tokens that it created are revoked with it."}
      </p>
      {revoke.error !== null && <Notice kind="negative">{revoke.error.detail}</Notice>}
    </ConfirmDialog>
  );
}
