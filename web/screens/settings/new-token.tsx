import type { Data } from "../../client/operation-types.ts";
import { ShownOnce } from "../../components/shown-once.tsx";

type NewTokenProps = { readonly created: Data<"createApiToken">; readonly onClose: () => void };

export function NewToken({ created: { token, plain_text_token: secret }, onClose }: NewTokenProps) {
  return (
    <ShownOnce secrets={[{ name: "token", text: secret }]} onClose={onClose}>
      The token <strong>{token.name}</strong> is created. Copy it now: it is not shown again.
    </ShownOnce>
  );
}
