import type { GetPromptResult } from "@modelcontextprotocol/server";
import * as z from "zod";

type PromptContent = GetPromptResult["messages"][number]["content"];

type PromptArgument = {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
  /** The maximum of an argument that is a whole number. Without it, the argument is any text. */
  readonly max?: number;
  /** The allowed values, if they are a fixed list. */
  readonly values?: readonly string[];
};

export type Prompt = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Returns the user's message: a text, or another kind of content of the protocol. */
  readonly ask: (args: Readonly<Record<string, string>>) => string | PromptContent;
};

const app: readonly PromptArgument[] = [
  { name: "platform", description: "Store of the app: ios or android.", required: true, values: ["ios", "android"] },
  { name: "external_id", description: "Id of the app in its store, as list_tracked_apps shows it.", required: true },
];
const country: PromptArgument = {
  name: "country_code",
  description: "Storefront, such as us. The default is the app's own.",
  required: false,
};

const inCountry = (code: string | undefined) => (code === undefined ? "its own storefront" : `the storefront ${code}`);

/** Frequent questions of users. Each names the tools whose results it needs. */
export const prompts: readonly Prompt[] = [
  {
    name: "what_changed",
    title: "What changed this week?",
    description: "Sums up the events of the last days of tracked apps and their competitors.",
    arguments: [
      { name: "days", description: "How many days back, 1 to 30. The default is 7.", required: false, max: 30 },
    ],
    ask: ({ days = "7" }) =>
      `What changed in the last ${days} days for the apps that I track and for their competitors? ` +
      `Call list_events with \`from\` ${days} days ago and \`sort\` "weight", first with \`scope\` ["mine"], then with ["rivals"]. ` +
      "Group what you find by app. Put what matters most first: removed and returned apps, versions, prices, large moves of " +
      "ranks and ratings, then changed texts and pictures. Name days and storefronts. For changed texts, call " +
      "compare_app_listings to quote what was written before and after.",
  },
  {
    name: "category_movers",
    title: "Who moved in my category?",
    description: "Names the apps that gained and lost most ranks in the chart of an app's category.",
    arguments: [...app, country],
    ask: ({ platform, external_id, country_code }) =>
      `Which apps moved most in the charts of the category of the ${platform} app ${external_id}, in ${inCountry(country_code)}? ` +
      "Call get_app for its category and storefront, then get_chart_movers for the last seven days with that `category_id`, " +
      "once for each `collection`. List those that entered, left, rose and fell, with both ranks, and say where the app itself and " +
      "its competitors (list_app_competitors) stand. If a chart was not read on a day, say so.",
  },
  {
    name: "compare_listing",
    title: "Compare my listing with a competitor's",
    description: "Compares the texts and pictures of two apps' listings.",
    arguments: [
      ...app,
      {
        name: "competitor_external_id",
        description: "Id of the competitor in its store. The default is each competitor of the app.",
        required: false,
      },
      {
        name: "locale",
        description: "Language of the listings, such as en-US. The default is the app's own.",
        required: false,
      },
    ],
    ask: ({ platform, external_id, competitor_external_id, locale }) =>
      `Compare the store listing of the ${platform} app ${external_id} with ` +
      `${competitor_external_id === undefined ? "those of its competitors (list_app_competitors)" : `that of ${competitor_external_id}`}` +
      `${locale === undefined ? ", in the app's own language" : `, in ${locale}`}. ` +
      "Call get_app for the languages of each app, get_app_listing for the texts, with its `country_code`, and get_app_keywords for the words of each app in the same `locale`. " +
      "Compare title, subtitle, first lines of the description, release notes, number of screenshots and price. Then name what the " +
      "competitor says and the app does not, and which words only one of them uses.",
  },
  {
    name: "where_not_available",
    title: "Where is my app not available?",
    description: "Names the storefronts in which an app is not offered, and since when.",
    arguments: app,
    ask: ({ platform, external_id }) =>
      `In which storefronts is the ${platform} app ${external_id} not available? Call get_app_availability, and list_countries for names. ` +
      "Tell storefronts in which it is proven to be missing from those that were not read. For the missing ones, call list_events with `apps` [the `id` that get_app returns], " +
      '`type` ["app.availability_changed", "app.removed", "app.returned"] and say since when, if that is known.',
  },
  {
    name: "rating_development",
    title: "How did my rating develop?",
    description: "Describes the ratings of an app by day and by storefront, with the versions that came between.",
    arguments: [
      ...app,
      { name: "days", description: "How many days back, 1 to 90. The default is 30.", required: false, max: 90 },
    ],
    ask: ({ platform, external_id, days = "30" }) =>
      `How did the ratings of the ${platform} app ${external_id} develop in the last ${days} days? Call get_rating_summary, ` +
      `get_rating_history with \`days\` ${days}, and get_rating_country_breakdown for the storefronts that differ most. ` +
      "Call get_app for its versions, and say whether ratings moved after one was released. Days that are null were not read: " +
      "do not treat them as zero.",
  },
];

type Asked = { readonly content: PromptContent } | { readonly fault: string };

/** Returns the content of a prompt, or what is wrong with its arguments. An empty text stands for no argument. */
export function askPrompt(prompt: Prompt, args: unknown): Asked {
  const parsed = z.record(z.string(), z.string().max(100)).safeParse(args ?? {});
  if (!parsed.success) return { fault: "Arguments of prompts are texts of at most 100 characters." };
  const given = Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== ""));
  const faults = prompt.arguments.flatMap((argument) => faultOf(argument, given[argument.name]));
  if (faults.length > 0) return { fault: faults.join(" ") };
  const asked = prompt.ask(given);
  return { content: typeof asked === "string" ? { type: "text", text: asked } : asked };
}

function faultOf({ name, required, max, values }: PromptArgument, value: string | undefined): readonly string[] {
  if (value === undefined) return required ? [`The argument ${name} is missing.`] : [];
  if (values?.includes(value) === false) return [`The argument ${name} is ${values.join(" or ")}.`];
  if (max === undefined || (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= max)) return [];
  return [`The argument ${name} is a whole number from 1 to ${max}.`];
}
