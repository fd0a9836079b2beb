// The messaging layer under measurement: the doors of main.ts over a database of the benchmark's, without frequency
// control, because a few accounts send here what thousands would.
import pino from 'pino'
import { buildServer } from '../server/src/http/server.ts'
import { makeBus } from '../server/src/kit/bus/bus.ts'
import { makeBodies } from '../server/src/kit/bodies.ts'
import { readConfig } from '../server/src/kit/config.ts'
import type { Kit } from '../server/src/kit/ctx.ts'
import { connect } from '../server/src/kit/db.ts'
import { makeFiles } from '../server/src/kit/files/files.ts'
import { makeSecrets, readRootKey } from '../server/src/kit/secrets.ts'
import { openSocketDoor } from '../server/src/socket/socket.ts'

const config = readConfig(process.env)
const logger = pino({ level: config.LOG_LEVEL, base: null })
const secrets = makeSecrets(readRootKey(config.SECRET_KEY, config.dataDir))
const sql = connect(config.DATABASE_URL ?? '', config.DATABASE_POOL)
const bus = await makeBus(config)
const files = await makeFiles(config)
let kit!: Kit
const app = await buildServer(
  (contentChanged) => {
    kit = {
      config,
      sql,
      secrets,
      bodies: makeBodies(secrets),
      bus,
      files,
      sms: { send: () => Promise.resolve() },
      log: logger,
      makeCode: () => '',
      contentChanged,
      smsQueued: () => {},
    }
    return kit
  },
  { logger, withPages: false },
)
openSocketDoor(app.server, kit, { isFrequencyLimited: false })
await app.listen({ port: config.PORT, host: config.HOST })
process.on('SIGTERM', () => process.exit(0))
