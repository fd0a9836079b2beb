// Reference of im-room and im-event: the same socket library on several processes. Over Redis they pass each message to
// all of their sockets, and each event to those that watch its account. Nothing is stored or checked. Started with a
// port and the address of Redis.
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import {
  socketPath,
  success,
  type ClientToServer,
  type RequestPacket,
  type ServerToClient,
} from '@xinqiao/contract/im/wire.ts'
import { createRedisBus } from '../server/src/kit/bus/redis.ts'

const [port = '0', redisUrl = ''] = process.argv.slice(2)
const channel = 'room'
const bus = await createRedisBus(redisUrl)
const http = createServer((_request, response) => response.end('ok'))
const io = new Server<ClientToServer, ServerToClient>(http, { path: socketPath, transports: ['websocket'] })
type Input = { content?: unknown; accounts?: string[]; account?: string }
type Packet = { writer: string; account: string; content: unknown }

io.on('connection', (socket) => {
  const pass = (packet: Omit<Packet, 'writer'>) =>
    bus.publish(channel, JSON.stringify({ writer: socket.id, ...packet }))
  socket.on('request', ([, , sequence, input]: RequestPacket) => {
    const { content, accounts, account } = input as Input
    if (content) pass({ account: '', content })
    else if (accounts) void socket.join(accounts)
    else if (account) pass({ account, content: input })
    socket.emit('reply', [sequence, success, null])
  })
})
await bus.subscribe(channel, (text) => {
  const { writer, account, content } = JSON.parse(text) as Packet
  const receivers = account ? io.to(account) : io.except(writer)
  receivers.emit('push', [13, 1, content])
})
http.listen(Number(port), '127.0.0.1')
