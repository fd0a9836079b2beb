// Prometheus metrics of this process (`/metrics`). They name no account.
import { Counter, Gauge, Histogram } from 'prom-client'

const waitBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export const chatConnections = new Gauge({
  name: 'chat_connections',
  help: 'Open chat sockets of this node',
  registers: [],
})
export const chatLogins = new Counter({
  name: 'chat_logins_total',
  help: 'Logins by result code; 200 is a success',
  labelNames: ['code'],
  registers: [],
})
export const chatCommands = new Histogram({
  name: 'chat_command_seconds',
  help: 'Time from a command to its reply',
  labelNames: ['command'],
  buckets: waitBuckets,
  registers: [],
})
export const chatFailures = new Counter({
  name: 'chat_command_failures_total',
  help: 'Commands that were refused or failed',
  labelNames: ['command', 'code'],
  registers: [],
})
export const chatMessages = new Counter({
  name: 'chat_messages_total',
  help: 'Messages stored, without repeated ones',
  registers: [],
})
export const chatBatches = new Histogram({
  name: 'chat_batch_messages',
  help: 'Messages written together',
  buckets: [1, 2, 5, 10, 20, 50, 100, 200],
  registers: [],
})
export const chatQueueWaits = new Histogram({
  name: 'chat_queue_wait_seconds',
  help: 'Longest wait of a message in each batch before its write began',
  buckets: waitBuckets,
  registers: [],
})
export const busMessages = new Counter({
  name: 'chat_bus_messages_total',
  help: 'Messages between nodes',
  labelNames: ['direction'],
  registers: [],
})
export const busRoundTrips = new Histogram({
  name: 'chat_bus_round_trip_seconds',
  help: 'Time until a message on the bus returned to this node, measured every five seconds',
  buckets: waitBuckets,
  registers: [],
})
export const roomVisits = new Gauge({
  name: 'chat_room_visits',
  help: 'Connections of this node in chatrooms',
  registers: [],
})
export const droppedRoomMessages = new Counter({
  name: 'chat_room_dropped_total',
  help: 'Messages and notices that this node did not pass to a room, because it was too busy',
  labelNames: ['priority'],
  registers: [],
})
export const poolWaits = new Histogram({
  name: 'database_pool_wait_seconds',
  help: 'Waits for a database connection while all were in use',
  buckets: waitBuckets,
  registers: [],
})

export const serverMetrics = [
  chatConnections,
  chatLogins,
  chatCommands,
  chatFailures,
  chatMessages,
  chatBatches,
  chatQueueWaits,
  busMessages,
  busRoundTrips,
  roomVisits,
  droppedRoomMessages,
  poolWaits,
] as const
