import type { Plugin } from 'vite';
import { type PhotoStyle, photoStyles } from '../cafe/photo-styles.ts';

/** Generates the rules of `app/ui/photo-styles.css` from the cafe's photo styles. */
export function generatePhotoStyles(): Plugin {
  return {
    name: 'photo-styles',
    enforce: 'pre',
    transform(css, id) {
      // In development Vite also requests stylesheets as `….css?direct`.
      if (!/\/app\/ui\/photo-styles\.css(\?|$)/.test(id)) return undefined;
      return [css, ...Object.entries(photoStyles).map(ruleOf)].join('\n');
    },
  };
}

function ruleOf([file, { colour, focus = '50% 50%' }]: [string, PhotoStyle]): string {
  return `[data-photo="${file}"] { background-color: ${colour}; object-position: ${focus}; }`;
}
