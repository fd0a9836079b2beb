// Health, readiness and metrics for operators.
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { chatDelays, chatErrors } from '../im/chat.ts'
import type { Kit } from '../kit/ctx.ts'
import { serverMetrics } from '../kit/metrics.ts'
import { version } from '../kit/version.ts'
import { createRelayState } from './relay-state.ts'
import { createReadiness, type ReadinessBlocker } from './readiness.ts'
import { hasOperatorToken, isLocalRequest } from './requests/client-address.ts'

/** Path of a file up to its key. What follows may be a person's file name. */
const filePathPattern = /^.*?\/files(?![\w-])(?:\/+\w{1,3}\/+[\w-]{10,64}(?=\/|$))?/i

/** Unescapes repeatedly, in case the path was escaped more than once. A malformed path stays as it is. */
function decodeFully(path: string): string {
  let decoded = path
  try {
    for (let round = 0; round < 3; round += 1) decoded = decodeURIComponent(decoded)
  } catch {
    // malformed escapes, which no router accepts
  }
  return decoded.replaceAll('\\', '/')
}

/** The path for the log, without the query, which may hold a phone number, and without a file's name. */
function pathWithoutSecrets(url: string): string {
  const [path = ''] = url.split('?', 1)
  const decoded = decodeFully(path)
  const file = filePathPattern.exec(decoded)?.[0]
  return file === undefined || file === decoded ? path : `${file}/…`
}

export function registerHealth(app: FastifyInstance, kit: Kit, blockers: readonly ReadinessBlocker[]): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(chatErrors)
  registry.registerMetric(chatDelays)
  for (const metric of serverMetrics) registry.registerMetric(metric)
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, without pages sent from memory',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  })

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    request.log.info(
      {
        method: request.method,
        path: pathWithoutSecrets(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
    done()
  })

  app.get('/healthz', () => ({ status: 'ok' }))
  const readReadiness = createReadiness(kit, blockers)
  const readRelay = createRelayState(kit.config)
  app.get('/readyz', async (_request, reply) => {
    const reason = await readReadiness()
    if (reason !== null) return reply.code(503).header('retry-after', '2').send({ status: reason, version })
    // calls need the relay, other requests do not
    const relay = readRelay()
    return { status: 'ok', version, ...(relay !== null && { relay }) }
  })
  app.get('/metrics', async (request, reply) => {
    const { config } = kit
    const mayRead = config.METRICS_TOKEN ? hasOperatorToken(request, config) : isLocalRequest(request, config)
    if (!mayRead) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
