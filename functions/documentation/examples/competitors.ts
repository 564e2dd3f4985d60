import { AppError, invalidInput } from "../../../lib/errors.ts";
import { exampleOf } from "../../../lib/http/openapi-example.ts";
import { addCompetitorContract } from "../../competitors/add-competitor.contract.ts";
import { listAppCompetitorsContract } from "../../competitors/list-app-competitors.contract.ts";
import { listCompetitorsContract } from "../../competitors/list-competitors.contract.ts";
import { removeCompetitorContract } from "../../competitors/remove-competitor.contract.ts";
import { competitor, onePage, rainApp, undiscovered, weatherApp, weatherParams } from "./samples.ts";

export const competitorExamples = [
  exampleOf(listAppCompetitorsContract, { params: weatherParams, success: { 200: { data: [competitor] } } }),
  exampleOf(addCompetitorContract, {
    params: weatherParams,
    body: { competitor_app_id: rainApp.id, relationship: "direct" },
    success: { 201: { data: competitor } },
    refusals: [
      new AppError("conflict", "The app is a competitor of this app already."),
      invalidInput({ competitor_app_id: [undiscovered] }),
      invalidInput({ competitor_app_id: ["An app cannot be its own competitor."] }),
    ],
  }),
  exampleOf(removeCompetitorContract, {
    params: { ...weatherParams, competitor_id: competitor.id },
    success: { 204: null },
  }),
  exampleOf(listCompetitorsContract, {
    query: { platform: "ios", search: "rain", page: 1, per_page: 50 },
    success: { 200: onePage("/api/v1/competitors", [{ parent: weatherApp, competitors: [competitor] }], 50) },
    refusals: [invalidInput({ per_page: ["The per page field must not be greater than 100."] })],
  }),
];
