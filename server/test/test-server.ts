// A server for tests: its own database, the real entry points, and a known SMS code.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { roles, type Role } from '@xinqiao/contract/roles.ts'
import { createAccount } from '../db/fixtures/account.ts'
import type { BodySpeed } from '../src/http/requests/body-speed.ts'
import { chatPort, exportKinds, orderKinds } from '../src/modules.ts'
import { buildServer } from '../src/http/server.ts'
import { createAntivirus } from '../src/kit/files/antivirus.ts'
import { createBus } from '../src/kit/bus/create-bus.ts'
import { createMemoryHub } from '../src/kit/bus/memory.ts'
import { createBodyCipher } from '../src/kit/chat/bodies.ts'
import { readConfig } from '../src/kit/config.ts'
import type { Kit } from '../src/kit/ctx.ts'
import { connect, requestTimeouts, type Sql } from '../src/kit/db/db.ts'
import { createFiles } from '../src/kit/files/create-files.ts'
import { callbackPathOf } from '../src/kit/pay/create-providers.ts'
import { simulatePay, type SimulatedPay } from '../src/kit/pay/simulator.ts'
import { serverUrl } from '../src/kit/db/schema/rights.ts'
import { createMediaRooms } from '../src/kit/media-rooms/settings.ts'
import { createModelClient } from '../src/kit/model/model-client.ts'
import { createPush } from '../src/kit/push/push.ts'
import { createSecrets } from '../src/kit/auth/secrets.ts'
import { startSignInSession } from '../src/portal/accounts/sign-in-sessions/sign-in-sessions.ts'
import { selectAccount } from '../src/portal/accounts/records/store.ts'
import { sendQueuedSms } from '../src/portal/accounts/sms-codes/sms-queue.ts'
import { openSockets, type SocketServer, type SocketOptions } from '../src/socket/socket.ts'
import { createApiRequests, type ApiRequests } from './api-requests.ts'
import { guardPool } from './pool-guard.ts'

export const smsCode = '246810'

/** A signed-in account. */
export type Caller = { id: number; token: string; username: string; phone: string }

export type TestServer = ApiRequests & {
  kit: Kit
  /** The database as its owner, who may create tables and large content; the server has fewer rights. */
  owner: Sql
  /** Address of the database for its owner. */
  databaseUrl: string
  /** The payment stand-in. */
  pay: SimulatedPay
  app: FastifyInstance
  /** All nodes with this database; `app` is the first. */
  nodes: FastifyInstance[]
  /** Requests of one node. The other requests go to the first. */
  on: (node: number) => ApiRequests
  /** Log lines written so far. */
  logs: string[]
  /**
   * Controls the payment stand-in, as its page does.
   * @returns the status of the reply
   */
  actOnPayment: (orderNo: string, result: string, seconds?: number) => Promise<number>
  /** Opens a port of a node (by default the first) with the socket server. */
  listen: (options?: SocketOptions, node?: number) => Promise<{ url: string; socketServer: SocketServer; kit: Kit }>
  /** Creates an account with this role and signs it in. */
  enter: (role: Role) => Promise<Caller>
}

let phones = 13_900_000_000

/** `servesPages` needs the built portal. `nodeCount` is the number of servers on the one database. */
type TestServerOptions = {
  servesPages?: boolean
  nodeCount?: number
  /** Order kinds that replace those of the features. */
  kinds?: Kit['orderKinds']
  /** Connections of the server; few by default, so that a leak is noticed early. */
  poolSize?: number
  /** How long a request may wait for a connection; for tests that send more at once than a slow machine serves. */
  maxWaitMs?: number
  /** The product's default is too long for tests. */
  uploadSpeed?: BodySpeed
  /** The address by which the server reaches its database, such as that of a proxy. */
  reach?: (databaseUrl: string) => string
}

async function startTestServer(
  env: Record<string, string>,
  {
    servesPages = false,
    nodeCount = 1,
    kinds = orderKinds,
    poolSize = 4,
    maxWaitMs = requestTimeouts.maxWaitMs,
    uploadSpeed,
    reach = (url) => url,
  }: TestServerOptions,
): Promise<{ server: TestServer; close: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const rootUrl = inject('postgresUrl')
  const root = connect(rootUrl, 1)
  await root.unsafe(`create database ${name} template template_test strategy file_copy`)
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-files-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: folder,
    PORT: '0',
    PUBLIC_URL: 'http://xinqiao.localhost',
    ...env,
  })
  const ownUrl = rootUrl.replace(/\/postgres$/, `/${name}`)
  const violations: string[] = []
  const sql = guardPool(
    connect(serverUrl(reach(ownUrl)), poolSize, undefined, { ...requestTimeouts, maxWaitMs }),
    violations,
  )
  const owner = connect(ownUrl, 1)
  // copying the template must not count as a lost history
  await owner`update database_history set place = database_place()`
  const logs: string[] = []
  const logger = pino({ level: 'info', base: null }, { write: (line) => void logs.push(line) })
  const files = await createFiles(config)
  const secrets = createSecrets('a root key that only tests have, long enough')
  const hub = createMemoryHub()
  // callbacks of the simulator arrive at the first node, as over the network
  const pay = simulatePay({
    sql,
    secrets,
    publicUrl: config.publicUrl,
    notifyUrl: (provider) => `${config.publicUrl}${callbackPathOf(provider)}`,
    returnUrl: () => `${config.publicUrl}/order/index`,
    deliver: async (url, headers, payload) =>
      (await nodes[0]!.app.inject({ method: 'POST', url: new URL(url).pathname, headers, payload })).statusCode,
  })
  const nodes: { app: FastifyInstance; kit: Kit }[] = []
  // awaited at the end, because a send would fail on a closed pool
  let smsSends: Promise<unknown> = Promise.resolve()
  const openNode = async () => {
    let kit!: Kit
    const bus = config.BUS_URL ? await createBus(config) : hub.join()
    const app = await buildServer(
      (contentChanged) => {
        kit = {
          config,
          sql,
          secrets,
          bodies: createBodyCipher(secrets),
          bus,
          files,
          antivirus: createAntivirus(config),
          sms: { send: () => Promise.resolve() },
          mail: null,
          push: createPush(config, secrets),
          askModel: createModelClient(config),
          media: createMediaRooms(config),
          pay,
          orderKinds: kinds,
          exportKinds,
          chat: chatPort,
          log: logger,
          createSmsCode: () => smsCode,
          contentChanged,
          smsQueued: () => {
            smsSends = Promise.all([smsSends, sendQueuedSms(kit)])
          },
        }
        return kit
      },
      { logger, servesPages, uploadSpeed },
    )
    await app.ready()
    return { app, kit }
  }
  nodes.push(await openNode())
  while (nodes.length < nodeCount) nodes.push(await openNode())
  const { app, kit } = nodes[0]!

  const actOnPayment: TestServer['actOnPayment'] = async (orderNo, result, seconds) => {
    const payload = { result, ...(seconds !== undefined && { seconds }) }
    return (await app.inject({ method: 'POST', url: `/dev/pay/${orderNo}`, payload })).statusCode
  }

  const enter: TestServer['enter'] = async (role) => {
    const username = `${role}-${randomBytes(4).toString('hex')}`
    const phone = `${(phones += 1)}`
    const id = await createAccount(sql, kit.secrets, { username, phone, roleId: roles[role] })
    const ctx = {
      kit,
      token: null,
      viewer: null,
      restricted: null,
      ip: '198.51.100.7',
      userAgent: '',
      requestId: '',
      file: null,
      crisisLevel: null,
    }
    // creates the session directly, because checking the password each time would take most of the tests' time
    const token = await startSignInSession({ ...ctx, cookies: {}, setCookies: [] }, (await selectAccount(sql, id))!)
    // confirmed, because the step-up has its own tests
    await sql`update session set confirmed_at = now() where account_id = ${id}`
    return { id, token, username, phone }
  }

  const socketServers: SocketServer[] = []
  const listen: TestServer['listen'] = async (options, node = 0) => {
    const { app: server, kit: parts } = nodes[node]!
    const socketServer = openSockets(server.server, parts, options)
    socketServers.push(socketServer)
    return { url: await server.listen({ port: 0, host: '127.0.0.1' }), socketServer, kit: parts }
  }

  return {
    server: {
      kit,
      owner,
      databaseUrl: ownUrl,
      pay,
      app,
      nodes: nodes.map((node) => node.app),
      logs,
      on: (node) => createApiRequests(nodes[node]!.app),
      ...createApiRequests(app),
      actOnPayment,
      listen,
      enter,
    },
    close: async () => {
      await Promise.all(socketServers.map((socketServer) => socketServer.close()))
      await Promise.all(nodes.map((node) => node.app.close()))
      await smsSends
      await Promise.all(nodes.map((node) => node.kit.bus.close()))
      for (const { kit: parts } of nodes) parts.media?.end()
      await pay.close()
      await sql.end()
      await owner.end()
      await root.unsafe(`drop database ${name} with (force)`)
      await root.end()
      rmSync(folder, { recursive: true, force: true })
      // detects a transaction that waits for a second connection, which would stop the site once the pool is empty
      expect(violations).toEqual([])
    },
  }
}

/** Starts a server for the tests of this file: `const server = useTestServer()`, then `server().requestAs(…)`. */
export function useTestServer(env: Record<string, string> = {}, options: TestServerOptions = {}): () => TestServer {
  let opened: Awaited<ReturnType<typeof startTestServer>> | undefined
  beforeAll(async () => {
    opened = await startTestServer(env, options)
  })
  afterAll(async () => {
    await opened?.close()
  })
  return () => opened!.server
}

/** A multipart body with one file, after its fields. */
export function fileForm(name: string, bytes: Uint8Array, fields: Record<string, string | number> = {}) {
  const boundary = `----test${randomBytes(8).toString('hex')}`
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const head = `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name.replaceAll('"', '%22')}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
