// The browser SDK of the messaging layer: the callback-style face that pages expect, and the client under it.
import './bundle/older.ts'
export { Chatroom } from './chatroom/chatroom.ts'
export { makeClient } from './client.ts'
export { NIM } from './nim/nim.ts'
