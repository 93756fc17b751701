import { createHash } from 'node:crypto';
import type { PhotoRecord } from '#domain/photos/photo-ports.ts';

export interface PhotoStyles {
  css: string;
  /** Changes with the contents. */
  version: string;
}

/**
 * The colours and focal points of uploaded photos, and the changed focal points of others, as a
 * stylesheet: a `style` attribute would need a weaker security policy. Pages of a shop that has neither
 * link to none.
 */
export function photoStyles(records: ReadonlyMap<string, PhotoRecord>): PhotoStyles | undefined {
  const css = [...records.values()].map(ruleOf).join('');
  if (css === '') return undefined;
  return { css, version: createHash('sha256').update(css).digest('hex').slice(0, 10) };
}

function ruleOf({ file, colour, focus }: PhotoRecord): string {
  const declarations = [
    ...(colour ? [`background-color:${colour}`] : []),
    ...(focus ? [`object-position:${focus.x}% ${focus.y}%`] : []),
  ];
  if (declarations.length === 0) return '';
  return `[data-photo="${file}"]{${declarations.join(';')}}\n`;
}
