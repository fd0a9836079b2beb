// Reads server-sent events, the format in which language models send an answer in parts.

/**
 * Yields the data of each event. Comments and other fields are skipped.
 * @throws SyntaxError beyond the maximum size
 */
export async function* readEvents(body: ReadableStream<Uint8Array>, maxBytes: number): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let waiting = ''
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new SyntaxError('the events are too large')
    waiting += decoder.decode(chunk, { stream: true })
    const lines = waiting.split(/\r?\n/)
    waiting = lines.pop()!
    for (const line of lines) if (line.startsWith('data:')) yield line.slice(5).trim()
  }
}
