import type { Config } from '@react-router/dev/config';
import { precompress } from './scripts/precompress.ts';
import { splitManifest } from './scripts/split-manifest.ts';

export default {
  appDirectory: 'app',
  ssr: true,
  // The page's own folder is its chunk: nothing to gain from splitting a route module further.
  splitRouteModules: false,
  // Few routes: one cached list of them is cheaper than asking for each.
  routeDiscovery: { mode: 'initial' },
  buildEnd() {
    splitManifest();
    precompress();
  },
} satisfies Config;
