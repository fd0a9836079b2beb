// Reads a blob.

/** Safari 13 has the method of responses only. */
export const readBytes = (blob: Blob): Promise<ArrayBuffer> =>
  ((blob as Partial<Blob>).arrayBuffer ? blob : new Response(blob)).arrayBuffer()
