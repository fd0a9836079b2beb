// Tests the start of the embedded PostgreSQL in a separate folder.
import { rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createDatabaseFolder } from '../../../../test/database-folder.ts'
import { startEmbeddedPostgres } from './embedded.ts'

test('lets only the owner read the log, which quotes values of the database', async () => {
  const folder = createDatabaseFolder('xinqiao-embedded-')
  const server = await startEmbeddedPostgres(path.join(folder, 'pg'), { settings: { fsync: 'off' } })
  try {
    expect(statSync(path.join(folder, 'pg.log')).mode & 0o777).toBe(0o600)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
