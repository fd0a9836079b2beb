// Prometheus metrics reported by chat clients (`/metrics`). They name no account and are stored nowhere else.
import { Counter, Histogram } from 'prom-client'

export const chatErrors = new Counter({
  name: 'chat_client_errors_total',
  help: 'Commands that failed as devices saw it',
  labelNames: ['command', 'code'],
  registers: [],
})
export const chatDelays = new Histogram({
  name: 'chat_delivery_seconds',
  help: 'From the time of a message to its arrival on a device',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
  registers: [],
})
