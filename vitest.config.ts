import { configDefaults, defineConfig } from 'vitest/config';

// A wrong zone on the machine must not be able to hide a day that shifts.
const env = { TZ: 'Pacific/Auckland' };
const onBothDatabases = ['server/database/**/*.test.ts', '**/*.databases.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          env,
          exclude: [...configDefaults.exclude, 'build/**', 'test/e2e/**', ...onBothDatabases],
        },
      },
      {
        test: {
          name: 'databases',
          env,
          include: onBothDatabases,
          globalSetup: ['./test/postgres-setup.ts'],
        },
      },
    ],
  },
});
