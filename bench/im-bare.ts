// Reference of im-return: the same socket library with one query per connection, and the same spread of reconnects when
// it stops. Started with a port and the address of the database.
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Server } from 'socket.io'
import {
  socketPath,
  success,
  type ClientToServer,
  type RequestPacket,
  type ServerToClient,
} from '@xinqiao/contract/im/wire.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { spreadMsOf } from '../server/src/socket/drain.ts'

const [port = '0', databaseUrl = ''] = process.argv.slice(2)
const sql = connect(databaseUrl, 10)
const http = createServer((_request, response) => response.end('ok'))
const io = new Server<ClientToServer, ServerToClient>(http, { path: socketPath, transports: ['websocket'] })
io.on('connection', (socket) => {
  socket.on('request', ([, , sequence, input]: RequestPacket) => {
    const { account } = input as { account: string }
    sql`select id from im_account where accid = ${account}`
      .then(([row]) => socket.emit('reply', [sequence, success, row]))
      .catch(() => socket.disconnect(true))
  })
})
process.on('SIGTERM', () => {
  const spreadMs = spreadMsOf(io.sockets.sockets.size)
  for (const socket of io.sockets.sockets.values())
    socket.emit('bye', [1, { message: '', reconnectMs: Math.round(Math.random() * spreadMs) }])
  const leave = async () => {
    const deadline = Date.now() + 3_000
    while (io.sockets.sockets.size > 0 && Date.now() < deadline) await wait(20)
    process.exit(0)
  }
  void leave()
})
http.listen(Number(port), '127.0.0.1')
