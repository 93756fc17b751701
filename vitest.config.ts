import { configDefaults, defineConfig } from 'vitest/config';
import './test/clock.ts';

// A wrong zone on the machine must not be able to hide a day that shifts.
const env = { TZ: 'Pacific/Auckland' };
// Nothing here is timed: a machine under load may take as long as it needs.
const testTimeout = 60_000;
const onBothDatabases = ['server/database/**/*.test.ts', '**/*.databases.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          env,
          testTimeout,
          hookTimeout: testTimeout,
          exclude: [...configDefaults.exclude, 'build/**', 'test/e2e/**', ...onBothDatabases],
        },
      },
      {
        test: {
          name: 'databases',
          env,
          testTimeout,
          hookTimeout: testTimeout,
          include: onBothDatabases,
          globalSetup: ['./test/postgres-setup.ts'],
        },
      },
    ],
  },
});
