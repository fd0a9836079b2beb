// Entry point of the published script, for script tags.
import { Chatroom, NIM } from './index.ts'

Object.assign(globalThis, { SDK: { NIM, Chatroom } })
