/** The storefronts of both stores by the region in which App Store Connect and the Play Console list them. */
const codes = {
  "North America": "ca us",
  "Latin America": "ar bo br cl co cr do ec sv gt hn mx ni pa py pe uy ve",
  Europe:
    "al at by be ba bg hr cy cz dk ee fi fr ge de gr hu is ie it lv lt lu me nl no pl pt ro ru rs sk si es se ch tr ua gb xk",
  "Africa and Middle East":
    "dz ao bh bw cm cd ci eg ga gh ir iq il jo ke kw lb ly mw ma ng om qa rw sa sn za tz tn ug ae zm zw",
  "Asia Pacific": "af am au az bd kh cn hk in id jp kz kr la mo my mv mm nr np nz pk ph sg lk tw th to uz vu vn",
} as const;

export type Region = keyof typeof codes | "Other";

export const regions: readonly Region[] = [
  "North America",
  "Latin America",
  "Europe",
  "Africa and Middle East",
  "Asia Pacific",
  "Other",
];

const regionOfCode = new Map<string, Region>(
  Object.entries(codes).flatMap(([region, list]) => list.split(" ").map((code) => [code, region as Region] as const)),
);

export function regionOf(country: string): Region {
  return regionOfCode.get(country) ?? "Other";
}
