/* The page's own script: shows the document, and signs in. The token is kept in this page's memory alone. */
(() => {
  const SCHEME = "accessToken";
  const SESSION = "documentation/session";
  const UNAUTHENTICATED = 401;

  const form = element("sign-in", HTMLFormElement);
  const email = element("email", HTMLInputElement);
  const password = element("password", HTMLInputElement);
  const register = element("register", HTMLAnchorElement);
  const signOut = element("sign-out", HTMLButtonElement);
  const state = element("state", HTMLElement);
  const refusal = element("refusal", HTMLElement);
  let isAsking = false;
  let endTimer = 0;

  followColorScheme(matchMedia("(prefers-color-scheme: dark)"));

  const ui = SwaggerUIBundle({
    url: "documentation/openapi.json",
    dom_id: "#documentation",
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: "list",
    persistAuthorization: false,
    syntaxHighlight: { theme: "tomorrow-night" },
    tryItOutEnabled: true,
    validatorUrl: null,
    // The cookie, which no script can read, gives a new token when the page is loaded again.
    onComplete: () => (document.documentElement.dataset.session === "present" ? fetchToken() : showSignedOut()),
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = JSON.stringify({ email: email.value, password: password.value });
    const headers = { "content-type": "application/json" };
    const answer = await ask("POST", SESSION, { headers, body }, "Signing in …");
    if (!answer?.ok) return password.focus();
    form.reset();
    await fetchToken();
    signOut.focus();
  });

  signOut.addEventListener("click", async () => {
    const answer = await ask("DELETE", SESSION);
    // A session that had ended already is what was wanted.
    if (!answer?.ok && answer?.status !== UNAUTHENTICATED) return;
    refusal.textContent = "";
    forgetToken("Signed out.");
    email.focus();
  });

  register.addEventListener("click", () => ui.layoutActions.show(["operations", "auth", "registerUser"], true));

  async function fetchToken() {
    const answer = await ask("POST", `${SESSION}/token`);
    if (!answer?.ok) return showSignedOut();
    /** @type {{ data: { token: string, expires_at: string } }} */
    const { data } = await answer.json();
    ui.preauthorizeApiKey(SCHEME, data.token);
    showSignedIn(new Date(data.expires_at));
  }

  /** @param {string} text */
  function forgetToken(text) {
    clearTimeout(endTimer);
    ui.authActions.logout([SCHEME]);
    showSignedOut();
    state.textContent = text;
  }

  /**
   * The answer, after a refusal is shown; nothing without one, or while another is awaited.
   * @param {string} method
   * @param {string} path
   * @param {RequestInit} [options]
   * @param {string} [progress]
   */
  async function ask(method, path, options, progress = state.textContent) {
    if (isAsking) return undefined;
    isAsking = true;
    const before = state.textContent;
    refusal.textContent = "";
    state.textContent = progress;
    try {
      const answer = await fetch(path, { method, ...options });
      if (!answer.ok) refusal.textContent = await describeRefusal(answer);
      return answer;
    } catch {
      refusal.textContent = "The service did not answer.";
      return undefined;
    } finally {
      state.textContent = before;
      isAsking = false;
    }
  }

  /**
   * Problems of the service have a detail; the gateway's own answers have a message.
   * @param {Response} answer
   */
  async function describeRefusal(answer) {
    /** @type {{ detail?: string, message?: string }} */
    const { detail, message } = await answer.json();
    return detail ?? message ?? `The service answered ${answer.status}.`;
  }

  /** @param {Date} endsAt */
  function showSignedIn(endsAt) {
    form.hidden = true;
    signOut.hidden = false;
    state.textContent = `Signed in until ${endsAt.toLocaleTimeString([], { timeStyle: "short" })}.`;
    endTimer = setTimeout(() => forgetToken("The session has ended."), endsAt.getTime() - Date.now());
  }

  function showSignedOut() {
    form.hidden = false;
    signOut.hidden = true;
    state.textContent = "";
  }

  /**
   * Swagger UI is dark below this class alone.
   * @param {MediaQueryList} dark
   */
  function followColorScheme(dark) {
    const follow = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
    dark.addEventListener("change", follow);
    follow();
  }

  /**
   * @template {HTMLElement} Kind
   * @param {string} id
   * @param {new () => Kind} kind
   * @returns {Kind}
   */
  function element(id, kind) {
    const found = document.getElementById(id);
    if (!(found instanceof kind)) throw new TypeError(`The page has no ${id}.`);
    return found;
  }
})();
