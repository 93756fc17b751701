import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import './test/clock.ts';
import './test/run-folder.ts';

// A wrong zone on the machine must not be able to hide a day that shifts.
const env = { TZ: 'Pacific/Auckland' };
// A machine under load may take as long as it needs.
const testTimeout = 300_000;
const onBothDatabases = ['server/db/**/*.test.ts', '**/*.databases.test.ts'];

const shared = {
  env,
  testTimeout,
  hookTimeout: testTimeout,
  expect: { poll: { timeout: 30_000 } },
  // To load the modules for each file again takes longer than the tests.
  isolate: false,
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
};

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    slowTestThreshold: 5_000,
    // Of a file that costs much and protects what seldom changes: `@module-tag nightly` at its head.
    tags: [{ name: 'nightly' }],
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          exclude: [...configDefaults.exclude, 'build/**', 'test/e2e/**', ...onBothDatabases],
        },
      },
      {
        test: {
          ...shared,
          name: 'databases',
          // They wait for timers, processes and PostgreSQL more than they compute.
          maxWorkers: 2 * availableParallelism(),
          // After the unit tests: Vitest does not mix projects with different limits.
          sequence: { groupOrder: 1 },
          include: onBothDatabases,
          globalSetup: ['./test/postgres-setup.ts'],
        },
      },
    ],
  },
});
