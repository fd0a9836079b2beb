// End-to-end stories in Chromium, against a separate server with a fresh database and the demo content.
import { availableParallelism } from 'node:os'
import { defineConfig, devices } from '@playwright/test'
import { browser, noSpareRenderer } from './tools/system.ts'

const port = Number(process.env.E2E_PORT ?? 3150)
const dataDir = 'tmp/e2e-data'
const { E2E_JSON, E2E_REUSE } = process.env

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  // with three workers on two cores, stories took longer on a slow virtual machine
  workers: Math.min(3, availableParallelism()),
  fullyParallel: true,
  retries: 0,
  // machines of a third of the usual speed need more than a minute for some stories
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // with E2E_JSON, the run prints only failures, and tools/test.ts counts the results
  reporter: E2E_JSON ? [['dot'], ['json', { outputFile: 'test-results/e2e.json' }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 40_000,
    // a list that is still sliding open misses clicks; reading.spec.ts tests the animations
    reducedMotion: 'reduce',
    // recording every step would slow the whole run; run a failed story alone to get its trace
    trace: E2E_JSON ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
        ...noSpareRenderer,
      ],
    },
  },
  projects: [
    // pictures and sound of one call take half a processor for as long as the call lasts
    { name: 'calls', testMatch: 'calls/**', workers: 1 },
    { name: 'others', testIgnore: 'calls/**' },
  ],
  webServer: {
    // deletes the database of an earlier run; the build takes seconds when nothing has changed
    command: `rm -rf ${dataDir} && exec ${process.execPath} tools/start.ts`,
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: `${port}`,
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      JOB_SPEED: '5',
      DRAIN_SECONDS: '0',
      // the stream that the story of a lecture serves
      STREAM_ORIGINS: `http://127.0.0.1:${port + 9}`,
    },
    timeout: 180_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    reuseExistingServer: Boolean(E2E_REUSE),
  },
})
