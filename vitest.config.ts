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
          // each file has a database of its own; to read all modules anew for each took longer than many of the files
          isolate: false,
        },
      },
      {
        // what runs in a browser keeps what a browser has: globals, a store, one connection for a page
        test: { ...shared, name: 'browser', include: tests('im-sdk', 'ui', 'portal', 'admin') },
      },
    ],
  },
})
