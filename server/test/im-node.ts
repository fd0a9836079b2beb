// A node of the messaging layer as a separate process, for benchmarks and for tests that kill it: the entry points of
// main.ts without pages. Rate limits are off, because a few accounts send as much as thousands do in reality.
import pino from 'pino'
import { buildServer } from '../src/http/server.ts'
import { createBus } from '../src/kit/bus/create-bus.ts'
import { createBodyCipher } from '../src/kit/chat/bodies.ts'
import { readConfig } from '../src/kit/config.ts'
import type { Kit } from '../src/kit/ctx.ts'
import { connectAsServer } from '../src/kit/db/db.ts'
import { createFiles } from '../src/kit/files/create-files.ts'
import { noScanner } from '../src/kit/files/antivirus.ts'
import { openSecrets } from '../src/kit/auth/secrets.ts'
import { createJobRunner } from '../src/kit/jobs.ts'
import { chatPort, exportKinds, jobs } from '../src/modules.ts'
import { createPay } from '../src/kit/pay/create-providers.ts'
import { createModelClient } from '../src/kit/model/model-client.ts'
import { createPush } from '../src/kit/push/push.ts'
import { openSockets } from '../src/socket/socket.ts'

const config = readConfig(process.env)
const logger = pino({ level: config.LOG_LEVEL, base: null })
const sql = await connectAsServer(config.DATABASE_URL ?? '', config.DATABASE_POOL)
const secrets = await openSecrets(sql, config)
const bus = await createBus(config)
const files = await createFiles(config)
let kit!: Kit
const app = await buildServer(
  (contentChanged) => {
    kit = {
      config,
      sql,
      secrets,
      bodies: createBodyCipher(secrets),
      bus,
      files,
      antivirus: noScanner,
      sms: { send: () => Promise.resolve() },
      mail: null,
      push: createPush(config, secrets),
      askModel: createModelClient(config),
      media: null,
      log: logger,
      createSmsCode: () => '',
      contentChanged,
      smsQueued: () => {},
      pay: createPay(config, sql, secrets),
      orderKinds: {},
      exportKinds,
      chat: chatPort,
    }
    return kit
  },
  { logger, servesPages: false },
)
openSockets(app.server, kit, { isFrequencyLimited: false })
await app.listen({ port: config.PORT, host: config.HOST })
// a test that kills a job names it
const testedJobs = jobs.filter(({ name }) => name === process.env['TESTED_JOB'])
if (testedJobs.length > 0) createJobRunner(kit, await connectAsServer(config.DATABASE_URL ?? '', 1), testedJobs).start()
process.on('SIGTERM', () => process.exit(0))
// exits on fatal errors and is restarted, like main.ts
for (const fault of ['uncaughtException', 'unhandledRejection']) process.on(fault, () => process.exit(70))
