// The socket that the driver gets. It knows since when the server owes a reply. The driver crashes or hangs on a closed
// connection, so the end is reported only once the driver can no longer use it.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { createPendingReplies } from './pending-replies.ts'

export class DriverSocket extends EventEmitter {
  readonly #raw: Socket
  readonly #replies = createPendingReplies()
  readonly #lossListeners = new Set<(reason: Error) => void>()
  #isLost = false
  #isPaused = false
  #quietSince = performance.now()
  lastReceivedAt = performance.now()

  constructor(raw: Socket) {
    super()
    this.#raw = raw
    raw.on('data', (chunk: Buffer) => {
      this.#replies.noteReceived(chunk)
      this.lastReceivedAt = this.#quietSince = performance.now()
      this.emit('data', chunk)
    })
    raw.on('drain', () => this.emit('drain'))
    raw.on('error', (error) => this.#lose(error))
    raw.on('close', () => this.#lose(Object.assign(new Error('connection closed'), { code: 'CONNECTION_CLOSED' })))
  }

  /**
   * Calls `listener` with the reason when either side has ended the connection.
   * @returns a function that removes it
   */
  onLoss(listener: (reason: Error) => void): () => void {
    this.#lossListeners.add(listener)
    return () => this.#lossListeners.delete(listener)
  }

  get isLost(): boolean {
    return this.#isLost
  }

  get isPending(): boolean {
    return !this.#isLost && this.#replies.isPending()
  }

  /** Milliseconds since the last byte while the server owes a reply; otherwise 0. */
  silentMs(): number {
    return this.isPending && !this.#isPaused ? performance.now() - this.#quietSince : 0
  }

  /** Ends the connection without notifying the server. */
  fail(error: Error): void {
    this.#lose(error)
    this.#raw.destroy()
  }

  #lose(error: Error): void {
    if (this.#isLost) return
    this.#isLost = true
    for (const listener of this.#lossListeners) listener(error)
  }

  // the functions below are called by the driver

  get readyState(): string {
    return this.#isLost ? 'closed' : 'open'
  }

  write(chunk: Uint8Array, done?: () => void): boolean {
    if (this.#isLost) {
      done?.()
      return true
    }
    if (!this.#replies.isPending()) this.#quietSince = performance.now()
    this.#replies.noteSent(chunk)
    // queries that the driver sends one after another leave in one packet
    if (this.#raw.writableCorked === 0) {
      this.#raw.cork()
      process.nextTick(() => this.#raw.uncork())
    }
    return this.#raw.write(chunk, done)
  }

  end(chunk: Uint8Array): void {
    this.#raw.end(chunk, () => this.#raw.destroy())
  }

  destroy(): void {
    this.#raw.destroy()
  }

  pause(): void {
    this.#isPaused = true
    this.#raw.pause()
  }

  resume(): void {
    this.#isPaused = false
    this.#quietSince = performance.now()
    this.#raw.resume()
  }
}
