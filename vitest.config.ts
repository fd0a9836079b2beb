import { defineConfig } from 'vitest/config'

const tests = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)
const shared = {
  exclude: ['**/node_modules/**', '**/build/**'],
  setupFiles: ['server/test/strict-console.ts'],
  testTimeout: 20_000,
  hookTimeout: 60_000,
}

export default defineConfig({
  test: {
    globalSetup: ['server/test/postgres.ts'],
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'server',
          include: tests('contract', 'server', 'tools'),
          // each file has its own database, so files need no isolation, and loading all modules for each file would
          // take longer than many of them
          isolate: false,
        },
      },
      {
        // isolated, because modules for browsers have one state per page: globals, a store, a connection
        test: { ...shared, name: 'browser', include: tests('im-sdk', 'ui', 'portal', 'admin') },
      },
    ],
  },
})
