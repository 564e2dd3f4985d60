import { describe, expect, it } from "vitest";

import { listHostedResources } from "../../../infra/local/host/hosted-resources.ts";
import { type Names, resolveValue } from "../../../infra/templates/template.ts";

const names: Names = {
  ref: (logicalId) => ({ Queue: "http://queue", "AWS::Region": "us-east-1" })[logicalId],
  attribute: (logicalId, name) =>
    logicalId === "Queue" && name === "Arn" ? "arn:aws:sqs:us-east-1:0:work" : undefined,
  importValue: (name) => `imported ${name}`,
};

describe("resolving intrinsic functions", () => {
  it.each([
    ["Ref", { Ref: "Queue" }, "http://queue"],
    ["GetAtt as a list", { "Fn::GetAtt": ["Queue", "Arn"] }, "arn:aws:sqs:us-east-1:0:work"],
    ["GetAtt as text", { "Fn::GetAtt": "Queue.Arn" }, "arn:aws:sqs:us-east-1:0:work"],
    ["Join", { "Fn::Join": ["-", ["a", { Ref: "AWS::Region" }, "b"]] }, "a-us-east-1-b"],
    ["Split and Select", { "Fn::Select": [5, { "Fn::Split": [":", { "Fn::GetAtt": ["Queue", "Arn"] }] }] }, "work"],
    [
      "Sub",
      { "Fn::Sub": `\${Queue}/\${Queue.Arn}/\${!literal}` },
      `http://queue/arn:aws:sqs:us-east-1:0:work/\${literal}`,
    ],
    ["Sub with variables", { "Fn::Sub": [`\${a}-\${Queue}`, { a: { Ref: "AWS::Region" } }] }, "us-east-1-http://queue"],
    ["ImportValue", { "Fn::ImportValue": "data:Secret" }, "imported data:Secret"],
    ["nested objects", { a: [{ b: { Ref: "Queue" } }], Ref2: 1 }, { a: [{ b: "http://queue" }], Ref2: 1 }],
  ])("resolves %s", (_what, value, expected) => {
    expect(resolveValue(value, names)).toEqual(expected);
  });

  it.each([
    ["an unknown function", { "Fn::Cidr": ["10.0.0.0/16", 2] }, /does not know the intrinsic function Fn::Cidr/],
    [
      "an output of another stack, which is read once for each place that names it",
      { "Fn::GetStackOutput": { StackName: "api", OutputName: "Url" } },
      /does not know the intrinsic function Fn::GetStackOutput/,
    ],
    ["an unknown resource", { Ref: "Nothing" }, /cannot resolve Ref Nothing/],
    ["an unknown attribute", { "Fn::GetAtt": ["Queue", "Color"] }, /cannot resolve Fn::GetAtt Queue\.Color/],
  ])("throws on %s", (_what, value, message) => {
    expect(() => resolveValue(value, names)).toThrow(message);
  });
});

describe("listing resources", () => {
  it("skips types without local effect", () => {
    const Resources = { Topic: { Type: "AWS::SNS::Topic" }, Work: { Type: "AWS::SQS::Queue" } };

    expect(listHostedResources({ stack: { Resources } }).map(({ logicalId }) => logicalId)).toEqual(["Work"]);
  });

  it("throws on one that exists only under a condition", () => {
    const Resources = { Work: { Type: "AWS::SQS::Queue", Condition: "IsLarge" } };

    expect(() => listHostedResources({ stack: { Resources } })).toThrow(/does not know the condition IsLarge of Work/);
  });

  it("throws on an unknown type", () => {
    const Resources = { Table: { Type: "AWS::DynamoDB::Table" } };

    expect(() => listHostedResources({ stack: { Resources } })).toThrow(/does not know AWS::DynamoDB::Table/);
  });
});
