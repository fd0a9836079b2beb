// Records when a client receives messages or events that carry the time of their sending.

const mark = /@(high|normal)@([\d.]+)@/g
type Kind = 'high' | 'normal'
type SentMessage = { kind: Kind; sentAt: number }

/** A node sends the same packet to many clients, so a packet is parsed once. */
let lastText = ''
let lastMessages: SentMessage[] = []

function parse(text: string): SentMessage[] {
  if (text !== lastText) {
    lastText = text
    lastMessages = Array.from(text.matchAll(mark), ([, kind, sentAt]) => ({
      kind: kind as Kind,
      sentAt: Number(sentAt),
    }))
  }
  return lastMessages
}

export type Recorder = { read: (text: string) => void; delays: Record<Kind, number[]>; clear: () => void }

export function createRecorder(): Recorder {
  const delays: Record<Kind, number[]> = { high: [], normal: [] }
  return {
    delays,
    read(text) {
      const now = performance.now()
      for (const { kind, sentAt } of parse(text)) delays[kind].push(now - sentAt)
    },
    clear() {
      delays.high = []
      delays.normal = []
    },
  }
}
