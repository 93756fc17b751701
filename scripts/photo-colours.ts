import type { Plugin } from 'vite';
import { colours } from '../cafe/photo-colours.ts';

/** Fills `app/ui/photo-colours.css` in, so that a photo's colour is said in one place only. */
export function photoColours(): Plugin {
  return {
    name: 'photo-colours',
    enforce: 'pre',
    transform(css, id) {
      // In development a stylesheet is also asked for as `….css?direct`.
      if (!/\/app\/ui\/photo-colours\.css(\?|$)/.test(id)) return undefined;
      const rules = Object.entries(colours).map(
        ([file, colour]) => `[data-photo="${file}"] { background-color: ${colour}; }`,
      );
      return [css, ...rules].join('\n');
    },
  };
}
