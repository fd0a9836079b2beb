// Reference of im-room: the same socket library on several processes, which pass each message to all of their sockets
// over Redis. Nothing is stored or checked. Started with a port and the address of Redis.
import { createServer } from 'node:http'
import { Redis } from 'ioredis'
import { Server } from 'socket.io'
import {
  socketPath,
  success,
  type ClientToServer,
  type RequestPacket,
  type ServerToClient,
} from '@xinqiao/contract/im/wire.ts'

const [port = '0', redisUrl = ''] = process.argv.slice(2)
const channel = 'room'
const [publisher, subscriber] = [new Redis(redisUrl), new Redis(redisUrl)]
const http = createServer((_request, response) => response.end('ok'))
const io = new Server<ClientToServer, ServerToClient>(http, { path: socketPath, transports: ['websocket'] })
io.on('connection', (socket) => {
  socket.on('request', ([, , sequence, input]: RequestPacket) => {
    const { content } = input as { content?: { text: string } }
    if (content) void publisher.publish(channel, JSON.stringify({ writer: socket.id, content }))
    socket.emit('reply', [sequence, success, null])
  })
})
await subscriber.subscribe(channel)
subscriber.on('message', (_channel: string, text: string) => {
  const { writer, content } = JSON.parse(text) as { writer: string; content: unknown }
  io.except(writer).emit('push', [13, 1, content])
})
http.listen(Number(port), '127.0.0.1')
