// End-to-end stories in Chromium, against a server of their own with a fresh database and the demo content.
import { defineConfig, devices } from '@playwright/test'
import { browser } from './tools/system.ts'

const port = Number(process.env.E2E_PORT ?? 3150)
const dataDir = 'tmp/e2e-data'
const { E2E_JSON, E2E_REUSE } = process.env

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/e2e',
  workers: 3, // one more than the smallest machine has cores, because a story waits for a part of its time
  fullyParallel: true,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  // the whole run prints what failed and nothing else: its report counts the rest
  reporter: E2E_JSON ? [['dot'], ['json', { outputFile: 'test-results/e2e.json' }]] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    actionTimeout: 20_000,
    // a list that still slides open takes no click for good; what moves has its own stories (reading.spec.ts)
    reducedMotion: 'reduce',
    // recording every step costs the whole run a good part of its time: a story that failed is run again alone
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
      ],
    },
  },
  projects: [{ name: 'chromium' }],
  webServer: {
    // the database of an earlier run goes first; the build takes seconds when nothing has changed
    command: `rm -rf ${dataDir} && exec ${process.execPath} tools/start.ts`,
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      PORT: `${port}`,
      DATA_DIR: dataDir,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      JOB_SPEED: '5',
      DRAIN_SECONDS: '0',
    },
    timeout: 180_000,
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    reuseExistingServer: Boolean(E2E_REUSE),
  },
})
