type HostileTarget = {
  readonly name: string;
  readonly url: string;
  /** The host resolves to these addresses. A URL that is rejected by its form has none. */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
};

/** Addresses that a public name may lead to, but to which nothing may be sent. */
const closedAddresses = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.1.2.3"],
  ...["169.254.0.1", "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.254", "192.0.0.1", "192.0.0.192"],
  ...["192.0.2.1", "192.88.99.1", "192.168.0.1", "192.168.178.1", "198.18.0.1", "198.19.255.255", "198.51.100.1"],
  ...["203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1"],
  ...["::ffff:127.0.0.1", "::ffff:169.254.169.254", "::ffff:8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe"],
  ...["64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "2002:a9fe:a9fe::1", "3fff::1", "fc00::1"],
  ...["fd00:ec2::254", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1"],
];

const byAddress = closedAddresses.map((address) => ({
  name: `a name of ${address}`,
  url: "https://rebound.example/",
  addresses: { "rebound.example": [address] },
}));

const openAddress = "93.184.216.34";

const byMixture = ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "fd00:ec2::254"].map((address) => ({
  name: `a name of ${openAddress} and ${address}`,
  url: "https://mixed.example/",
  addresses: { "mixed.example": [openAddress, address] },
}));

/** Their hosts would be open, so that the form alone is at fault. */
const closedForms = [
  ...["http://plain.example/", "ftp://plain.example/", "file:///etc/passwd", "gopher://plain.example/", "data:,x"],
  ...["https://127.0.0.1/", "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/"],
  ...[
    "https://169.254.169.254/latest/meta-data",
    "https://93.184.216.34/",
    "https://[::1]/",
    "https://[::ffff:7f00:1]/",
  ],
  ...["https://[fe80::1]/", "https://①②⑦.⓪.⓪.①/", "https://user@plain.example/", "https://a:b@plain.example/"],
  ...[
    "https://plain.example:22/",
    "https://plain.example:25/",
    "https://plain.example:80/",
    "https://plain.example/#f",
  ],
  ...["http://127.0.0.1:9001/2018-06-01/runtime/invocation/next", "https:// plain.example/", "plain.example", ""],
];

const byForm = closedForms.map((url) => ({
  name: `the URL ${JSON.stringify(url)}`,
  url,
  addresses: { "plain.example": [openAddress] },
}));

const withoutAddress = [
  { name: "a name without addresses", url: "https://empty.example/", addresses: { "empty.example": [] } },
  { name: "an unknown name", url: "https://unknown.example/", addresses: {} },
  { name: "the name localhost", url: "https://localhost/", addresses: { localhost: ["127.0.0.1", "::1"] } },
  {
    name: "a name whose address is no address",
    url: "https://odd.example/",
    addresses: { "odd.example": ["odd.example"] },
  },
];

export const hostileTargets: readonly HostileTarget[] = [...byAddress, ...byMixture, ...byForm, ...withoutAddress];
