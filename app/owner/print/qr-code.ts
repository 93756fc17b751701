import { encode } from 'uqr';

/** The modules of a QR code, as an SVG path in units of one module. */
export function encodeQr(text: string): { size: number; path: string } {
  const { data: rows, size } = encode(text, { ecc: 'M', border: 2 });
  const path = rows
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path };
}
