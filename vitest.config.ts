import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract', 'im-sdk', 'ui', 'server', 'portal', 'admin', 'tools'].map(
      (folder) => `${folder}/**/*.test.ts`,
    ),
    exclude: ['**/node_modules/**', '**/build/**'],
    globalSetup: ['server/test/postgres.ts'],
    setupFiles: ['server/test/strict-console.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // each file has a database of its own; to read all modules anew for each took longer than many of the files
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
