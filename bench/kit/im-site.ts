// Messaging server for benchmarks: a PostgreSQL with the product's settings, a server process, and accounts.
import path from 'node:path'
import { connect, migrate, type Sql } from '../../server/src/kit/db/db.ts'
import { serverSettings, startEmbeddedPostgres } from '../../server/src/kit/db/postgres/embedded.ts'
import { freePort, scratchFolder, startProgram, type StartedSite } from './site.ts'

export type ImSite = StartedSite & { folder: string; url: string; sql: Sql; postmasterPid: number }
export type ImNodes = {
  folder: string
  sql: Sql
  postmasterPid: number
  nodes: (StartedSite & { url: string })[]
  stop: () => Promise<void>
}

async function startDatabase(name: string, settings: Record<string, string> = {}) {
  const folder = scratchFolder(name)
  const postgres = await startEmbeddedPostgres(path.join(folder, 'pg'), {
    settings: { ...serverSettings, ...settings },
  })
  const sql = connect(postgres.socketUrl, 4)
  await migrate(sql)
  const stop = async () => {
    await sql.end()
    await postgres.stop()
  }
  return { folder, sql, stop, databaseUrl: postgres.socketUrl, postmasterPid: postgres.pid }
}

/** Programs of a node: the entry points of the chat without rate limits, or a socket process as operators run it. */
const programs = { test: ['server/test/im-node.ts'], socket: ['server/src/main.ts', '--services=socket'] } as const
type NodeProgram = keyof typeof programs

async function startNode(
  folder: string,
  databaseUrl: string,
  env: Record<string, string>,
  program: NodeProgram = 'test',
) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const started = await startProgram(process.execPath, programs[program], `${url}/readyz`, {
    NODE_ENV: 'production',
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    PORT: `${port}`,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    ...env,
  })
  return { ...started, url }
}

/** @param settings further settings of PostgreSQL */
export async function startImSite(name: string, settings?: Record<string, string>): Promise<ImSite> {
  const { folder, sql, stop, databaseUrl, postmasterPid } = await startDatabase(name, settings)
  const node = await startNode(folder, databaseUrl, { SEED: 'demo' })
  return {
    ...node,
    folder,
    sql,
    postmasterPid,
    stop: async (signal) => {
      await node.stop(signal)
      await stop()
    },
  }
}

/**
 * Nodes without demo content, over one bus.
 * @param program `socket` counts clients of this machine as one network, so that its limits apply
 */
export async function startImNodes(
  name: string,
  busUrl: string,
  count: number,
  program: NodeProgram = 'test',
): Promise<ImNodes> {
  const { folder, sql, stop, databaseUrl, postmasterPid } = await startDatabase(name)
  const nodes: ImNodes['nodes'] = []
  const env = { SEED: 'none', BUS_URL: busUrl, ...(program === 'socket' && { RATE_LIMIT_LOOPBACK: '1' }) }
  for (let i = 0; i < count; i += 1) nodes.push(await startNode(folder, databaseUrl, env, program))
  return {
    folder,
    sql,
    postmasterPid,
    nodes,
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop('SIGKILL')))
      await stop()
    },
  }
}
