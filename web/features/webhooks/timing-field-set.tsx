import { SelectField } from "../../components/fields/select-field.tsx";
import { isChat, type WebhookFormat } from "./webhook-formats.ts";
import { hourOptions, type TimingFields, timingOptions } from "./webhook-timing.ts";

type Bound<Value> = {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
};

type TimingFieldSetProps = {
  readonly format: WebhookFormat;
  readonly timing: Bound<TimingFields["timing"]>;
  readonly hour: Bound<string>;
};

/** Chooses when messages are sent that people read. */
export function TimingFieldSet({ format, timing, hour }: TimingFieldSetProps) {
  if (!isChat({ format })) return null;
  return (
    <>
      <SelectField label="When" options={timingOptions} {...timing} />
      {timing.value === "daily" && <SelectField label="Hour" options={hourOptions} {...hour} />}
    </>
  );
}
