// Messaging server for benchmarks: a PostgreSQL with the product's settings, a server process, and accounts.
import path from 'node:path'
import { connect, migrate, type Sql } from '../../server/src/kit/db/db.ts'
import { serverSettings, startEmbeddedPostgres } from '../../server/src/kit/db/postgres/embedded.ts'
import { freePort, scratchFolder, startProgram, type StartedSite } from './site.ts'

export type ImSite = StartedSite & { folder: string; url: string; sql: Sql; postmasterPid: number }

export async function startImSite(name: string): Promise<ImSite> {
  const folder = scratchFolder(name)
  const postgres = await startEmbeddedPostgres(path.join(folder, 'pg'), { settings: serverSettings })
  const sql = connect(postgres.socketUrl, 4)
  await migrate(sql)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = await startProgram(process.execPath, ['server/test/im-node.ts'], `${url}/readyz`, {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: `${port}`,
    DATA_DIR: folder,
    DATABASE_URL: postgres.socketUrl,
    SEED: 'demo',
  })
  return {
    ...started,
    folder,
    url,
    sql,
    postmasterPid: postgres.pid,
    stop: async (signal) => {
      await started.stop(signal)
      await sql.end()
      await postgres.stop()
    },
  }
}
