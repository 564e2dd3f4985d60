import { TextField } from "../../components/fields/text-field.tsx";
import { type WebhookFormat, webhookFormats } from "./webhook-formats.ts";

type AddressFieldProps = {
  readonly format: WebhookFormat;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  /** The service shows this part of an address that stays while the field is empty. */
  readonly shown?: string | undefined;
};

/** The address to which events are sent, of formats that need one. */
export function AddressField({ format, shown, ...field }: AddressFieldProps) {
  const { address } = webhookFormats[format];
  if (address === null) return null;
  return (
    <TextField
      label="Address"
      type="url"
      hint={shown === undefined ? address.hint : `Empty, it stays ${shown}. ${address.hint}`}
      placeholder={address.placeholder}
      autoComplete="off"
      {...field}
    />
  );
}
