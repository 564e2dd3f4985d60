/** A value for each period, the oldest first; undefined where the metric has no data. */
export type TimeSeries = readonly (number | undefined)[];

type Value = number | TimeSeries | readonly TimeSeries[];
type Scope = Readonly<Record<string, TimeSeries>>;

/**
 * Returns the result of a metric math expression, as the CloudWatch user guide describes it in "Using metric math": an
 * operation on several series has a value where all of them have one; SUM of an array adds those that have one; FILL
 * replaces missing values; DIFF subtracts the value before; a comparison is 1 or 0. Throws on what no alarm of ours uses.
 */
export function evaluateMath(expression: string, scope: Scope): TimeSeries {
  const parser = new Parser(expression.match(/\d+(?:\.\d+)?|\w+|[<>=!]=|[-+*/<>()[\],]/g) ?? [], scope);
  return parser.parse();
}

type Operation = (left: number, right: number) => number;

const operators: readonly Readonly<Record<string, Operation>>[] = [
  {
    ">=": (left, right) => Number(left >= right),
    "<=": (left, right) => Number(left <= right),
    ">": (left, right) => Number(left > right),
    "<": (left, right) => Number(left < right),
  },
  { "+": (left, right) => left + right, "-": (left, right) => left - right },
  { "*": (left, right) => left * right, "/": (left, right) => left / right },
];

class Parser {
  #position = 0;
  readonly #tokens: readonly string[];
  readonly #scope: Scope;

  constructor(tokens: readonly string[], scope: Scope) {
    this.#tokens = tokens;
    this.#scope = scope;
  }

  parse(): TimeSeries {
    const value = this.#operation(0);
    if (this.#position < this.#tokens.length) throw new Error(`Not understood: ${this.#tokens.join(" ")}`);
    return asSeries(value);
  }

  #operation(level: number): Value {
    const ofLevel = operators[level];
    if (ofLevel === undefined) return this.#operand();
    let left = this.#operation(level + 1);
    for (;;) {
      const operation = ofLevel[this.#tokens[this.#position] ?? ""];
      if (operation === undefined) return left;
      this.#position += 1;
      left = combine([left, this.#operation(level + 1)], ([a = 0, b = 0]) => finite(operation(a, b)));
    }
  }

  #operand(): Value {
    const token = this.#next();
    if (token === "(") return this.#closed(this.#operation(0), ")");
    if (token === "[") return this.#list("]").map(asSeries);
    if (/^\d/.test(token)) return Number(token);
    if (this.#tokens[this.#position] === "(") {
      this.#next();
      return call(token, this.#list(")"));
    }
    const series = this.#scope[token];
    if (series === undefined) throw new Error(`No metric is called ${token}.`);
    return series;
  }

  #list(end: string): readonly Value[] {
    const items = [this.#operation(0)];
    while (this.#tokens[this.#position] === ",") {
      this.#next();
      items.push(this.#operation(0));
    }
    return this.#closed(items, end);
  }

  #closed<Result>(value: Result, end: string): Result {
    if (this.#next() !== end) throw new Error(`${end} is missing in ${this.#tokens.join(" ")}`);
    return value;
  }

  #next(): string {
    const token = this.#tokens[this.#position];
    if (token === undefined) throw new Error(`The expression ends early: ${this.#tokens.join(" ")}`);
    this.#position += 1;
    return token;
  }
}

function call(name: string, given: readonly Value[]): Value {
  const [first = 0, second = 0, third = 0] = given;
  switch (name) {
    case "IF":
      return choose(first, second, third);
    case "FILL":
      return asSeries(first).map((value) => value ?? Number(second));
    case "SUM":
      return sumOf(first);
    case "DIFF":
      return asSeries(first).map((value, index, all) => {
        const before = all[index - 1];
        return value === undefined || before === undefined ? undefined : value - before;
      });
    default:
      throw new Error(`No alarm of ours uses the function ${name}.`);
  }
}

/** A missing condition gives no value; only the chosen branch must have one. */
function choose(condition: Value, yes: Value, no: Value): Value {
  const branch = (value: Value, index: number) => (typeof value === "number" ? value : asSeries(value)[index]);
  return asSeries(condition).map((value, index) =>
    value === undefined ? undefined : branch(value === 0 ? no : yes, index),
  );
}

function sumOf(value: Value): TimeSeries {
  if (!isList(value)) throw new Error("SUM of a single series is a number over time, which no alarm of ours uses.");
  return (value[0] ?? []).map((_, index) => {
    const present = value.map((series) => series[index]).filter((one) => one !== undefined);
    return present.length === 0 ? undefined : present.reduce((sum, one) => sum + one, 0);
  });
}

function combine(values: readonly Value[], operation: (numbers: readonly number[]) => number | undefined): Value {
  const length = Math.max(0, ...values.map((value) => (typeof value === "number" ? 0 : asSeries(value).length)));
  if (length === 0) return operation(values.map(Number)) ?? [];
  return Array.from({ length }, (_, index) => {
    const numbers = values.map((value) => (typeof value === "number" ? value : asSeries(value)[index]));
    const present = numbers.filter((one) => one !== undefined);
    return present.length < numbers.length ? undefined : operation(present);
  });
}

/** CloudWatch drops what is divided by 0. */
function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function isList(value: Value): value is readonly TimeSeries[] {
  return Array.isArray(value) && Array.isArray(value[0]);
}

function asSeries(value: Value): TimeSeries {
  if (typeof value === "number" || isList(value)) throw new Error("A series is expected.");
  // A list of series was excluded above; narrowing does not reach through nested arrays.
  return value as TimeSeries;
}
