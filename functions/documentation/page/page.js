/* The page's own script: shows the document, and signs in. The token is kept in this page's memory alone. */
(() => {
  const SCHEME = "accessToken";
  const SESSION = "documentation/session";

  const form = document.getElementById("sign-in");
  const signedIn = document.getElementById("signed-in");
  const ends = document.getElementById("ends");
  const refusal = document.getElementById("refusal");
  let endTimer;

  const ui = SwaggerUIBundle({
    url: "documentation/openapi.json",
    dom_id: "#documentation",
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: "list",
    persistAuthorization: false,
    tryItOutEnabled: true,
    validatorUrl: null,
    // The cookie, which no script can read, gives a new token when the page is loaded again.
    onComplete: () => (document.documentElement.dataset.session === "present" ? fetchToken() : showSignedOut()),
  });

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { email, password } = Object.fromEntries(new FormData(form));
    const body = JSON.stringify({ email, password });
    const headers = { "content-type": "application/json" };
    if (await send("POST", SESSION, { headers, body })) {
      form.reset();
      await fetchToken();
    }
  });

  document.getElementById("sign-out").addEventListener("click", async () => {
    await send("DELETE", SESSION);
    forgetToken();
  });

  async function fetchToken() {
    const answer = await send("POST", `${SESSION}/token`);
    if (!answer) return showSignedOut();
    const { data } = await answer.json();
    ui.preauthorizeApiKey(SCHEME, data.token);
    showSignedIn(new Date(data.expires_at));
  }

  function forgetToken() {
    clearTimeout(endTimer);
    ui.authActions.logout([SCHEME]);
    showSignedOut();
  }

  /* The answer, or nothing after a refusal, which is shown. */
  async function send(method, path, options) {
    refusal.textContent = "";
    try {
      const answer = await fetch(path, { method, ...options });
      if (answer.ok) return answer;
      const problem = await answer.json();
      refusal.textContent = problem.detail ?? problem.message;
    } catch {
      refusal.textContent = "The service did not answer.";
    }
    return undefined;
  }

  function showSignedIn(endsAt) {
    form.hidden = true;
    signedIn.hidden = false;
    ends.textContent = `Signed in until ${endsAt.toLocaleTimeString([], { timeStyle: "short" })}.`;
    endTimer = setTimeout(forgetToken, endsAt.getTime() - Date.now());
  }

  function showSignedOut() {
    form.hidden = false;
    signedIn.hidden = true;
  }
})();
