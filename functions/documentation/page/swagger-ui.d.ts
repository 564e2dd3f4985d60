type ReactNode = string | object;

type SwaggerUIPlugin = (system: {
  readonly React: {
    createElement(type: string, properties: object | null, ...children: readonly ReactNode[]): ReactNode;
  };
}) => {
  readonly components: Readonly<Record<string, (properties: { readonly source?: string }) => ReactNode>>;
};

/** The package has no types. This is the part that the page uses. */
declare function SwaggerUIBundle(options: {
  readonly url: string;
  readonly dom_id: string;
  readonly deepLinking: boolean;
  readonly displayRequestDuration: boolean;
  readonly docExpansion: "list" | "full" | "none";
  readonly persistAuthorization: boolean;
  readonly syntaxHighlight: { readonly theme: string };
  readonly tryItOutEnabled: boolean;
  readonly validatorUrl: null;
  readonly onComplete: () => void;
  readonly plugins: readonly SwaggerUIPlugin[];
}): {
  preauthorizeApiKey(scheme: string, token: string): void;
  readonly authActions: { logout(schemes: readonly string[]): void };
  readonly layoutActions: { show(thing: readonly string[], isShown: boolean): void };
};
