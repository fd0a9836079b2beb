// The browser SDK of the messaging layer: the callback API that pages expect, and the underlying client.
import './bundle/older.ts'
export { Chatroom } from './chatroom/chatroom.ts'
export { createClient as makeClient } from './client.ts'
export { NIM } from './nim/nim.ts'
