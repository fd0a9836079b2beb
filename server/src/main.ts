// Starts the process: database, migrations, demo content, servers; and shuts it down in order.
import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { createAntivirus } from './kit/files/antivirus.ts'
import type { Bus } from './kit/bus/bus.ts'
import { createBus } from './kit/bus/create-bus.ts'
import { createBodyCipher } from './kit/chat/bodies.ts'
import { readConfig, type Config } from './kit/config.ts'
import { readServices, type NodeService } from './kit/services.ts'
import type { Kit } from './kit/ctx.ts'
import { connect, connectAsServer, isUnwritable, migrate, requestTimeouts, type Sql } from './kit/db/db.ts'
import { DatabaseUnavailableError } from './kit/db/driver/failures.ts'
import { checkLocale, waitForDatabase } from './kit/db/wait.ts'
import { createFiles } from './kit/files/create-files.ts'
import { serverSettings, startEmbeddedPostgres, type EmbeddedPostgres } from './kit/db/postgres/embedded.ts'
import { createMail, type MailSender } from './kit/mail/mail.ts'
import { openSecrets } from './kit/auth/secrets.ts'
import { createPay } from './kit/pay/create-providers.ts'
import type { PayServices } from './kit/pay/pay.ts'
import type { MediaRooms } from './kit/media-rooms/media-rooms.ts'
import { createMediaRooms } from './kit/media-rooms/settings.ts'
import { createModelClient } from './kit/model/model-client.ts'
import { createPush } from './kit/push/push.ts'
import { createSms } from './kit/sms/create-sms.ts'
import { createJobRunner, type JobRunner } from './kit/jobs.ts'
import { chatPort, exportKinds, jobs, orderKinds } from './modules.ts'
import { buildServer } from './http/server.ts'
import { openSockets } from './socket/socket.ts'
import { refuseDemoAccounts, sendQueuedSms } from './portal/accounts/accounts.ts'

/** EX_SOFTWARE of sysexits.h; tools/prepare.mjs restarts the server for this code only. */
const restartCode = 70

const print = (text: string) => process.stdout.write(`${text}\n`)

function readOrQuit(): { config: Config; services: ReadonlySet<NodeService> } {
  try {
    return { config: readConfig(), services: readServices(process.argv.slice(2)) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(1)
  }
}

/**
 * Creates the data folder. Other users may traverse it, because the embedded database runs as another user, but not
 * list it.
 */
const openDataFolder = (folder: string) => mkdirSync(folder, { recursive: true, mode: 0o711 })

async function startDatabase(config: Config): Promise<{ url: string; embedded: EmbeddedPostgres | null }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, embedded: null }
  print('正在启动内置数据库…')
  const embedded = await startEmbeddedPostgres(path.join(config.dataDir, 'pg'), { settings: serverSettings })
  return { url: embedded.socketUrl, embedded }
}

const { config, services } = readOrQuit()
const logger = pino({ level: config.LOG_LEVEL, base: null })
let databaseWatch: NodeJS.Timeout | undefined
let runner: JobRunner | null = null
let jobSql: Sql | null = null
let embedded: EmbeddedPostgres | null = null
let sql: Sql | null = null
let app: FastifyInstance | null = null
let sockets: ReturnType<typeof openSockets> | null = null
let bus: Bus | null = null
let mail: MailSender | null = null
let pay: PayServices | null = null
let media: MediaRooms | null = null
let isStopping = false

/** @param drainMs time for load balancers to notice that /readyz refuses; requests are still served */
async function stop(drainMs = 0): Promise<void> {
  isStopping = true
  clearInterval(databaseWatch)
  await Promise.all([runner?.stop(), app && wait(drainMs)])
  // cuts connections that are still open after 8 seconds, which would delay the shutdown
  setTimeout(() => app?.server.closeAllConnections(), 8_000).unref()
  await sockets?.close()
  await app?.close()
  await bus?.close()
  mail?.close()
  media?.end()
  await pay?.close()
  await jobSql?.end({ timeout: 5 })
  await sql?.end({ timeout: 5 })
  await embedded?.stop()
}

/** Ends at once. `process.exit` would wait for the thread pool, which may still encode a picture. */
function endBy(signal: NodeJS.Signals): never {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  // process 1 of a container ignores its own signal
  process.exit(0)
}

/**
 * Exits at once after a fatal error, with a code for which the launcher (or systemd) restarts it. The database driver
 * can throw uncatchable errors when its server dies; a restart also revives an embedded database.
 */
function exitAfterFatalError(error: unknown, message: string): void {
  if (isStopping) return
  logger.fatal({ err: error }, message)
  process.exit(restartCode)
}

/** Sends queued SMS at once; the job retries those that fail here. */
const sendSoon = (kit: Kit) =>
  void sendQueuedSms(kit).catch((error: unknown) => kit.log.error({ err: error }, 'sms queue'))

const logDatabase = (reason: Error | null) =>
  reason ? logger.error({ reason: reason.message }, 'database away') : logger.info('database is back')

/** Reasons of this process against receiving requests. */
const blockers = [
  () => (isStopping ? 'stopping' : null),
  () => (runner?.findStuck() ? 'jobs do not get answers from the database' : null),
]

async function openKit(db: Sql): Promise<Omit<Kit, 'contentChanged' | 'smsQueued'>> {
  const secrets = await openSecrets(db, config)
  return {
    config,
    sql: db,
    secrets,
    bodies: createBodyCipher(secrets),
    bus: await createBus(config),
    files: await createFiles(config),
    antivirus: createAntivirus(config),
    sms: await createSms(config),
    pay: createPay(config, db, secrets),
    orderKinds,
    exportKinds,
    chat: chatPort,
    mail: await createMail(config),
    push: createPush(config, secrets),
    askModel: createModelClient(config),
    media: createMediaRooms(config),
    log: logger,
    createSmsCode: () => `${randomInt(1_000_000)}`.padStart(6, '0'),
  }
}

async function startServer(): Promise<void> {
  openDataFolder(config.dataDir)
  const database = await startDatabase(config)
  embedded = database.embedded
  const owner = connect(database.url, 2)
  await waitForDatabase(owner, print)
  await checkLocale(owner, print)
  const appliedNames = await migrate(owner)
  sql = await connectAsServer(database.url, config.DATABASE_POOL, { ...requestTimeouts, onChange: logDatabase })
  if (config.isExposed && !config.ALLOW_STANDINS) await refuseDemoAccounts(sql)
  if (config.isExposed && config.TURN_URLS.length === 0) {
    print('未设置 TURN_URLS：语音与视频通话由双方直接连接，可能接不通，并会让对方看到网络地址')
    logger.warn('calls have no relay (TURN_URLS)')
  }
  if (appliedNames.length > 0) print(`数据库已更新：${appliedNames.join('、')}`)
  const parts = await openKit(sql)
  ;({ bus, mail, pay, media } = parts)
  if (!(await bus.isReachable())) {
    print('消息总线（BUS_URL）暂时无法连接：服务照常启动，恢复后自动连接；在此之前，其他节点上的消息会迟到')
    logger.error('bus unreachable')
  }
  let kit!: Kit
  app = await buildServer(
    (contentChanged) => {
      kit = { ...parts, contentChanged, smsQueued: () => sendSoon(kit) }
      return kit
    },
    { logger, servesPages: true, isSilent: !services.has('http'), blockers },
  )
  if (services.has('socket')) sockets = openSockets(app.server, kit)
  if ((config.SEED ?? (embedded && !config.isExposed ? 'demo' : 'none')) === 'demo') {
    const { seedDemo } = await import('../db/seed/seed.ts')
    await seedDemo({ ...kit, sql: owner }, print)
  }
  await owner.end()
  // separate connections, because a running job keeps its row locked on one of them
  if (services.has('jobs')) jobSql = await connectAsServer(database.url, 3, {})
  // from here on, the process exits when the embedded database dies, and is then restarted
  await app.listen({ port: config.PORT, host: config.HOST })
  if (jobSql) {
    runner = createJobRunner(kit, jobSql, jobs)
    runner.start()
  }
  databaseWatch = setInterval(() => {
    if (embedded && !embedded.isRunning()) exitAfterFatalError(null, 'the embedded database has ended')
  }, 1_000)
  print(`心桥已启动：${config.publicUrl}`)
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    // Ctrl+C does not wait
    if (!isStopping) void stop(signal === 'SIGTERM' ? config.drainMs : 0).finally(() => endBy(signal))
  })
}
process.on('uncaughtException', (error) => exitAfterFatalError(error, 'uncaught'))
process.on('unhandledRejection', (error) => exitAfterFatalError(error, 'unhandled'))

const startFaults: Record<string, string> = {
  EADDRINUSE: `端口 ${config.PORT} 已被占用，请停止占用它的程序，或设置另一个 PORT`,
  EADDRNOTAVAIL: `本机没有地址 ${config.HOST}，请检查 HOST`,
  ENOTFOUND: '无法解析主机名，请检查 HOST、DATABASE_URL 与 STORAGE_URL',
  ECONNREFUSED: '无法连接数据库，请检查 DATABASE_URL 以及数据库是否已启动',
  EACCES: `没有权限使用端口 ${config.PORT} 或数据目录 ${config.dataDir}`,
}
try {
  await startServer()
} catch (error) {
  const { code = '', message } = error as NodeJS.ErrnoException
  process.stderr.write(`启动失败：${startFaults[code] ?? message}\n`)
  logger.error({ err: error }, 'not started')
  // the database went away meanwhile: the next start waits for it
  await stop()
  process.exit(error instanceof DatabaseUnavailableError || isUnwritable(error) ? restartCode : 1)
}
