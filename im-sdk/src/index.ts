// The browser SDK of the messaging layer. Its connection is built on the ranges of the disconnect codes.
export { disconnects, shouldReconnect } from '@xinqiao/contract/disconnects.ts'
