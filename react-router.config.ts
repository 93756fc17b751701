import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'app',
  ssr: true,
  // The page's own folder is its chunk: nothing to gain from splitting a route module further.
  splitRouteModules: false,
} satisfies Config;
