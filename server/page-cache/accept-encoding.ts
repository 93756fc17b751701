/** How a page can be written, the shortest first. */
export const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Browsers send a handful of them; whoever makes up others has them read each time. */
const MOST_REMEMBERED = 50;
const remembered = new Map<string, Encoding>();

/** The encoding that an `Accept-Encoding` wants most, and of those that it wants alike the shortest. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const chosen = mostWanted(header);
  if (remembered.size < MOST_REMEMBERED) remembered.set(header, chosen);
  return chosen;
}

function mostWanted(header: string): Encoding {
  const weights = readWeights(header);
  let chosen: Encoding = 'identity';
  let highest = 0;
  for (const encoding of ENCODINGS) {
    const weight = weights.get(encoding) ?? weights.get('*') ?? 0;
    if (weight > highest) [chosen, highest] = [encoding, weight];
  }
  // Where nothing is accepted, not even `identity`, that is still what a page is (RFC 9110, 12.5.3).
  return chosen;
}

/** `gzip;q=0.5, *;q=0` → gzip 0.5, * 0. What cannot be read is not wanted. */
function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = part.split(';').map((word) => word.trim());
    const [, weight = '1'] = /^q=(.*)$/.exec(parameters[0] ?? '') ?? [];
    weights.set(coding.replace(/^x-gzip$/, 'gzip'), WEIGHT.test(weight) ? Number(weight) : 0);
  }
  return weights;
}

const WEIGHT = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;
