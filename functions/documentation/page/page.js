/* Shows the document, and signs in. The token is kept only in the memory of this page. */
(() => {
  const SCHEME = "accessToken";
  const SESSION = "session";
  const UNAUTHENTICATED = 401;

  const form = element("sign-in", HTMLFormElement);
  const email = element("email", HTMLInputElement);
  const password = element("password", HTMLInputElement);
  const register = element("register", HTMLAnchorElement);
  const signOut = element("sign-out", HTMLButtonElement);
  const state = element("state", HTMLElement);
  const failure = element("failure", HTMLElement);
  let isRequestPending = false;
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
    onComplete: () => fetchToken({ isFirst: true }),
    plugins: [showDescriptions],
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = JSON.stringify({ email: email.value, password: password.value });
    const headers = { "content-type": "application/json" };
    const response = await request("POST", SESSION, { headers, body }, "Signing in …");
    if (!response?.ok) return password.focus();
    form.reset();
    await fetchToken();
    signOut.focus();
  });

  signOut.addEventListener("click", async () => {
    const response = await request("DELETE", SESSION);
    // A session that had already ended needs no error message.
    if (!response?.ok && response?.status !== UNAUTHENTICATED) return;
    failure.textContent = "";
    discardToken("Signed out.");
    email.focus();
  });

  register.addEventListener("click", () => ui.layoutActions.show(["operations", "auth", "registerUser"], true));

  /** @param {{ isFirst?: boolean }} [options] */
  async function fetchToken({ isFirst = false } = {}) {
    const response = await request("POST", `${SESSION}/token`);
    if (!response?.ok) {
      // A first visit has no session yet, which is not a failure.
      if (isFirst && response?.status === UNAUTHENTICATED) failure.textContent = "";
      return showSignedOut();
    }
    /** @type {{ data: { token: string, expires_at: string } }} */
    const { data } = await response.json();
    ui.preauthorizeApiKey(SCHEME, data.token);
    showSignedIn(new Date(data.expires_at));
  }

  /** @param {string} text */
  function discardToken(text) {
    clearTimeout(endTimer);
    ui.authActions.logout([SCHEME]);
    showSignedOut();
    state.textContent = text;
  }

  /**
   * Shows an error of the response. Returns undefined without a response, or while another request is under way.
   * @param {string} method
   * @param {string} path
   * @param {RequestInit} [options]
   * @param {string} [progress]
   */
  async function request(method, path, options, progress = state.textContent) {
    if (isRequestPending) return undefined;
    isRequestPending = true;
    const before = state.textContent;
    failure.textContent = "";
    state.textContent = progress;
    try {
      const response = await fetch(path, { method, ...options });
      if (!response.ok) failure.textContent = await describeFailure(response);
      return response;
    } catch {
      failure.textContent = "The service did not respond.";
      return undefined;
    } finally {
      state.textContent = before;
      isRequestPending = false;
    }
  }

  /**
   * Problems of the service have a detail; the gateway's own responses have a message.
   * @param {Response} response
   */
  async function describeFailure(response) {
    /** @type {{ detail?: string, message?: string }} */
    const { detail, message } = await response.json();
    return detail ?? message ?? `The service returned ${response.status}.`;
  }

  /** @param {Date} endsAt */
  function showSignedIn(endsAt) {
    form.hidden = true;
    signOut.hidden = false;
    state.textContent = `Signed in until ${endsAt.toLocaleTimeString([], { timeStyle: "short" })}.`;
    endTimer = setTimeout(() => discardToken("The session has ended."), endsAt.getTime() - Date.now());
  }

  function showSignedOut() {
    form.hidden = false;
    signOut.hidden = true;
    state.textContent = "";
  }

  /**
   * Swagger UI converts descriptions to markup, which the page's policy forbids. This plugin creates elements for the
   * paragraphs, bold words and code of the document.
   * @type {SwaggerUIPlugin}
   */
  function showDescriptions({ React: { createElement } }) {
    /** @param {string} paragraph */
    const partsOf = (paragraph) =>
      paragraph.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
        if (part.startsWith("**")) return createElement("strong", null, part.slice(2, -2));
        return part.startsWith("`") ? createElement("code", null, part.slice(1, -1)) : part;
      });
    return {
      components: {
        Markdown: ({ source = "" }) =>
          createElement(
            "div",
            { className: "renderedMarkdown" },
            ...source.split(/\n{2,}/).map((paragraph) => createElement("p", null, ...partsOf(paragraph))),
          ),
      },
    };
  }

  /**
   * Swagger UI is dark only below this class.
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
