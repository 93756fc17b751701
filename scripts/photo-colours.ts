import type { Plugin } from 'vite';
import { colours } from '../cafe/photo-colours.ts';

/** Generates the rules of `app/ui/photo-colours.css` from the cafe's photo colours. */
export function photoColours(): Plugin {
  return {
    name: 'photo-colours',
    enforce: 'pre',
    transform(css, id) {
      // In development Vite also requests stylesheets as `….css?direct`.
      if (!/\/app\/ui\/photo-colours\.css(\?|$)/.test(id)) return undefined;
      const rules = Object.entries(colours).map(
        ([file, colour]) => `[data-photo="${file}"] { background-color: ${colour}; }`,
      );
      return [css, ...rules].join('\n');
    },
  };
}
