// Counts the replies that a PostgreSQL server owes, from the headers of the messages in both directions.

const [sync, flush, query, readyForQuery] = [0x53, 0x48, 0x51, 0x5a]
const headerBytes = 5

/** Calls `onMessage` with the type of each message, wherever the network splits the data. */
function createMessageScanner(onMessage: (type: number) => void): (chunk: Uint8Array) => void {
  const header = Buffer.alloc(headerBytes)
  let headerLength = 0
  let bodyLeft = 0
  return (chunk) => {
    let offset = 0
    while (offset < chunk.length) {
      if (bodyLeft > 0) {
        const skipped = Math.min(bodyLeft, chunk.length - offset)
        bodyLeft -= skipped
        offset += skipped
      } else if (headerLength === 0 && chunk.length - offset >= headerBytes) {
        const view = new DataView(chunk.buffer, chunk.byteOffset + offset, headerBytes)
        offset += headerBytes
        // the length includes itself
        bodyLeft = view.getUint32(1) - 4
        onMessage(view.getUint8(0))
      } else {
        header[headerLength] = chunk[offset]!
        headerLength += 1
        offset += 1
        if (headerLength === headerBytes) {
          headerLength = 0
          bodyLeft = header.readUInt32BE(1) - 4
          onMessage(header[0]!)
        }
      }
    }
  }
}

/**
 * Counts the replies (ReadyForQuery) that the server owes. The first message of a client has no type byte, and is
 * answered by one.
 */
export function createPendingReplies() {
  let expected = 1
  let ready = 0
  let hasStarted = false
  /** A flush requests a reply before the sync that ends the query. */
  let isFlushing = false
  const scanSent = createMessageScanner((type) => {
    if (type === flush) isFlushing = true
    if (type !== sync && type !== query) return
    isFlushing = false
    expected += 1
  })
  const scanReceived = createMessageScanner((type) => {
    if (type === readyForQuery) ready += 1
  })
  return {
    noteSent(chunk: Uint8Array): void {
      if (hasStarted) return scanSent(chunk)
      // the driver sends the start message separately
      hasStarted = true
    },
    noteReceived: (chunk: Uint8Array): void => scanReceived(chunk),
    isPending: () => isFlushing || ready < expected,
  }
}
