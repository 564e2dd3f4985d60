import { randomUUID } from "node:crypto";

const CURRENT = "AWSCURRENT";
const PREVIOUS = "AWSPREVIOUS";

export type SecretVersion = { readonly id: string; readonly value: string; readonly labels: ReadonlySet<string> };

/** Secrets Manager rejected a call; the name is that of its exception. */
export class SecretCallError extends Error {
  readonly type: "InvalidParameterException" | "ResourceExistsException" | "ResourceNotFoundException";
  constructor(type: SecretCallError["type"], message: string) {
    super(message);
    this.type = type;
  }
}

type Wanted = { readonly id?: string | undefined; readonly label?: string | undefined };

/** The versions are only in memory: a restart begins with the given values. */
export function createSecretVersions(values: Readonly<Record<string, string>>) {
  const secrets = new Map(
    Object.entries(values).map(([arn, value]): [string, SecretVersion[]] => [
      arn,
      [{ id: randomUUID(), value, labels: new Set([CURRENT]) }],
    ]),
  );
  const versionsOf = (arn: string): readonly SecretVersion[] => {
    const versions = secrets.get(arn);
    if (versions !== undefined) return versions;
    throw new SecretCallError("ResourceNotFoundException", "Secrets Manager can't find the specified secret.");
  };
  const relabel = (arn: string, label: string, to: string): void => {
    const versions = versionsOf(arn).map((version) => {
      const labels = new Set(version.labels);
      if (version.id === to) labels.add(label);
      else labels.delete(label);
      return { ...version, labels };
    });
    secrets.set(arn, versions);
  };

  return {
    list: versionsOf,
    read: (arn: string, { id, label = id === undefined ? CURRENT : undefined }: Wanted): SecretVersion => {
      const found = versionsOf(arn).find(
        (version) => (id === undefined || version.id === id) && (label === undefined || version.labels.has(label)),
      );
      if (found !== undefined) return found;
      const reason = "Secrets Manager can't find the specified secret value for the version.";
      throw new SecretCallError("ResourceNotFoundException", reason);
    },
    /** Does nothing for a version that exists with the same value. */
    add: (arn: string, added: { id: string; value: string; labels: readonly string[] }): void => {
      const known = versionsOf(arn).find(({ id }) => id === added.id);
      if (known !== undefined && known.value !== added.value) {
        throw new SecretCallError("ResourceExistsException", "A version with another value has this token.");
      }
      if (known !== undefined) return;
      secrets.set(arn, [...versionsOf(arn), { id: added.id, value: added.value, labels: new Set() }]);
      for (const label of added.labels) relabel(arn, label, added.id);
    },
    /** The version that was the current one becomes the previous one. */
    moveLabel: (arn: string, label: string, { to, from }: { to: string; from: string | undefined }): void => {
      const holder = versionsOf(arn).find(({ labels }) => labels.has(label))?.id;
      if (holder !== undefined && holder !== to && holder !== from) {
        throw new SecretCallError("InvalidParameterException", `The label ${label} is on the version ${holder}.`);
      }
      if (!versionsOf(arn).some(({ id }) => id === to)) {
        throw new SecretCallError("ResourceNotFoundException", `There is no version ${to}.`);
      }
      relabel(arn, label, to);
      if (label === CURRENT && holder !== undefined && holder !== to) relabel(arn, PREVIOUS, holder);
    },
  };
}

export type HostedSecretVersions = ReturnType<typeof createSecretVersions>;
