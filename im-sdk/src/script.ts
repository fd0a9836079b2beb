// The published script file: what a page gets by a script tag.
import { Chatroom, NIM } from './index.ts'

Object.assign(globalThis, { SDK: { NIM, Chatroom } })
