/** X, Y and Z of red, green and blue in the light of an ICC profile, D50. */
const PRIMARIES = {
  rXYZ: [0.5151, 0.2412, -0.0011],
  gXYZ: [0.292, 0.6922, 0.0419],
  bXYZ: [0.1571, 0.0666, 0.7841],
};
/** The curve of sRGB, as a parametric one of type 3: exponent, a, b, c, d. */
const CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045];
const HEAD = 128;

/** The least ICC profile that describes Display P3 (ICC.1:2022): a header, and where each tag is. */
export function displayP3(): Buffer {
  const curve = tag('para', 3 << 16, CURVE);
  const colours = Object.entries(PRIMARIES).map(([name, xyz]) => [name, tag('XYZ ', null, xyz)] as const);
  const curves = ['rTRC', 'gTRC', 'bTRC'].map((name) => [name, curve] as const);
  const tags = [...colours, ...curves];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  let at = HEAD + table.length;
  for (const [n, [name, content]] of tags.entries()) {
    table.write(name, 4 + 12 * n, 'latin1');
    table.writeUInt32BE(at, 8 + 12 * n);
    table.writeUInt32BE(content.length, 12 + 12 * n);
    at += content.length;
  }
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(at);
  head.writeUInt32BE(0x04000000, 8);
  head.write('mntrRGB XYZ ', 12, 'latin1');
  head.write('acsp', 36, 'latin1');
  fixed([0.9642, 1, 0.8249]).copy(head, 68);
  return Buffer.concat([head, table, ...tags.map(([, content]) => content)]);
}

/** `kind`: what is between the type and its numbers, if anything. */
function tag(type: string, kind: number | null, numbers: readonly number[]): Buffer {
  const head = Buffer.alloc(kind === null ? 8 : 12);
  head.write(type, 'latin1');
  if (kind !== null) head.writeUInt32BE(kind, 8);
  return Buffer.concat([head, fixed(numbers)]);
}

/** 16 bits before the point and 16 behind it. */
function fixed(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [at, number] of numbers.entries()) bytes.writeInt32BE(Math.round(number * 65_536), 4 * at);
  return bytes;
}
