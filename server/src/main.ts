// The process: database, migrations, demo content, doors, and an orderly end.
import { randomInt } from 'node:crypto'
import path from 'node:path'
import pino from 'pino'
import { readConfig, type Config } from './kit/config.ts'
import type { Kit } from './kit/ctx.ts'
import { connect, migrate } from './kit/db.ts'
import { makeFiles } from './kit/files/files.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './kit/postgres/embedded.ts'
import { makeSecrets, readRootKey } from './kit/secrets.ts'
import { makeSms } from './kit/sms/sms.ts'
import { dropOldWindows } from './kit/throttle.ts'
import { buildServer } from './http/server.ts'
import { openSocketDoor } from './socket/socket.ts'
import { dropLateSms, sendQueuedSms } from './portal/accounts/sms-queue.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

function readOrQuit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

async function startDatabase(config: Config): Promise<{ url: string; embedded: EmbeddedPostgres | null }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, embedded: null }
  say('正在启动内置数据库…')
  const embedded = await startEmbeddedPostgres(path.join(config.dataDir, 'pg'), {
    shared_buffers: '256MB',
    max_connections: '60',
  })
  return { url: embedded.url, embedded }
}

const config = readOrQuit()
const logger = pino({ level: config.LOG_LEVEL, base: null })
const database = await startDatabase(config)
const sql = connect(database.url, config.DATABASE_POOL)
const applied = await migrate(sql)
if (applied.length > 0) say(`数据库已更新：${applied.join('、')}`)

const files = await makeFiles(config)
const sms = await makeSms(config)
const secrets = makeSecrets(readRootKey(config.SECRET_KEY, config.dataDir))

let isSending = false
async function sendSoon(kit: Kit): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    await dropLateSms(kit)
    await sendQueuedSms(kit)
  } catch (error) {
    kit.log.error({ err: error }, 'sms queue')
  } finally {
    isSending = false
  }
}

let kit!: Kit
const app = await buildServer(
  (contentChanged) => {
    kit = {
      config,
      sql,
      secrets,
      files,
      sms,
      log: logger,
      makeCode: () => `${randomInt(1_000_000)}`.padStart(6, '0'),
      contentChanged,
      smsQueued: () => void sendSoon(kit),
    }
    return kit
  },
  { logger, withPages: true },
)

const sockets = openSocketDoor(app.server, kit)

const seedMode = config.SEED ?? (database.embedded ? 'demo' : 'none')
if (seedMode === 'demo') {
  const { seedDemo } = await import('../db/seed/seed.ts')
  await seedDemo(kit, say)
}

// a message whose sender was killed, or whose carrier was down, is found again here
const queueTimer = setInterval(() => void sendSoon(kit), 5_000)
const cleanTimer = setInterval(
  () => void dropOldWindows(sql).catch((error: unknown) => logger.error({ err: error }, 'housekeeping')),
  3_600_000,
)

await app.listen({ port: config.PORT, host: config.HOST })
say(`心桥已启动：${config.publicUrl}`)

let isStopping = false
async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  logger.info({ signal }, 'stopping')
  clearInterval(queueTimer)
  clearInterval(cleanTimer)
  await sockets.close()
  await app.close()
  await sql.end({ timeout: 5 })
  await database.embedded?.stop()
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
