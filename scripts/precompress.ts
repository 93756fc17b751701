import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = 'build/client/assets/*.{js,css,svg}';
/** Smaller files save less than the headers take. */
const MIN_BYTES = 512;

/** Writes a brotli and a gzip copy of each built asset, with maximum compression. */
export function precompress(): void {
  for (const file of globSync(COMPRESSIBLE)) {
    const content = readFileSync(file);
    if (content.length < MIN_BYTES) continue;
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}
