import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

// `npm run shots`: screenshots of every page and state at three widths; `npm run shots -- -g basket` of some. One worker,
// so that each shop has the same orders every time.

export default defineConfig({
  ...config,
  testMatch: 'shots.ts',
  workers: 1,
  fullyParallel: false,
  projects: [390, 768, 1440].map((width) => ({
    name: String(width),
    use: { viewport: { width, height: width < 768 ? 844 : 900 } },
  })),
});
