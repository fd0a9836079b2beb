// Reference of im-send: an echo with the same socket library, without storage.
import { createServer } from 'node:http'
import { Server } from 'socket.io'
import {
  socketPath,
  success,
  type ClientToServer,
  type RequestPacket,
  type ServerToClient,
} from '@xinqiao/contract/im/wire.ts'

const http = createServer((_request, response) => response.end('ok'))
const io = new Server<ClientToServer, ServerToClient>(http, { path: socketPath, transports: ['websocket'] })
io.on('connection', (socket) => {
  socket.on('request', ([, , sequence, input]: RequestPacket) => void socket.emit('reply', [sequence, success, input]))
})
http.listen(Number(process.argv[2]), '127.0.0.1')
