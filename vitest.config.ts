import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const tests = (...folders: string[]) => folders.map((folder) => `${folder}/**/*.test.ts`)
const shared = {
  exclude: ['**/node_modules/**', '**/build/**'],
  setupFiles: ['server/test/strict-console.ts'],
  // machines of a third of the usual speed need more than 20 s for a document or a killed server
  testTimeout: 60_000,
  hookTimeout: 120_000,
}

/** Test files that replace a module, or the handlers of uncaught errors. Each gets its own process. */
const alone = ['im-sdk/src/bundle/{published,vite-project,zod}.test.ts']

/** Tests of what existing pages call and read: they run on both published builds, instead of on the sources. */
const published = [
  'im-sdk/src/bundle/*-fields.test.ts',
  'im-sdk/src/nim/invalid-input.test.ts',
  'im-sdk/src/nim/compat/*.test.ts',
  'im-sdk/src/nim/core/page-callbacks*.test.ts',
  'im-sdk/src/chatroom/chatroom.test.ts',
]

export default defineConfig({
  test: {
    globalSetup: ['server/test/postgres.ts'],
    pool: 'forks',
    // with three workers on two cores, tests took a third longer on a slow virtual machine
    maxWorkers: Math.min(3, availableParallelism()),
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
        // a test of browser code removes what it adds to globals, stores and connections
        test: {
          ...shared,
          name: 'browser',
          include: tests('im-sdk', 'ui', 'portal', 'admin'),
          exclude: [...shared.exclude, ...alone, ...published],
          isolate: false,
        },
      },
      { test: { ...shared, name: 'alone', include: alone } },
      ...['module', 'script'].map((build) => ({
        test: {
          ...shared,
          name: build,
          include: published,
          setupFiles: [...shared.setupFiles, 'im-sdk/test/fake-database.ts'],
          isolate: false,
          env: { SDK_BUILD: build },
          server: { deps: { external: [/im-sdk\/build\//] } },
        },
      })),
    ],
  },
})
