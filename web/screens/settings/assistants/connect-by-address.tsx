import { CopiedText } from "../../../components/copied-text.tsx";
import styles from "../settings.module.css";
import { mcpUrl } from "./client-setups.ts";

/** Shows the address to which an assistant connects by itself, if this service lets it. */
export function ConnectByAddress() {
  if (!hasOAuth()) {
    return <p>The operator of this service has not switched this on, so claude.ai and ChatGPT cannot connect.</p>;
  }
  const url = mcpUrl(window.location.origin);
  return (
    <div className={styles.setup}>
      <p>
        In claude.ai and Claude Desktop, add a custom connector with this address; in ChatGPT, create an app with it in
        the developer mode. The assistant sends you here, where you choose what it may do. Assistants of companies can
        only reach a service on the internet.
      </p>
      <CopiedText name="address" text={url} />
      <p className={styles.note}>
        Claude Code, Cursor and VS Code can also connect so: leave the token out of their configuration.
      </p>
    </div>
  );
}

/** A `meta` element of the page says so. */
function hasOAuth(): boolean {
  return document.querySelector('meta[name="oauth"]')?.getAttribute("content") === "on";
}
