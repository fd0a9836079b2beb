// Records when a client receives messages or events with the time of their sending, and counts online states.

const mark = /@(high|normal)@([\d.]+)@/g
/** An event of a login (1) or of a lost connection (3). */
const onlineChange = /"type":1,"value":[13],/g
type Kind = 'high' | 'normal'
type SentMessage = { kind: Kind; sentAt: number }

/** A node sends the same packet to many clients, so a packet is parsed once. */
let lastText = ''
let lastMessages: SentMessage[] = []
let lastOnlineChanges = 0

function parse(text: string): void {
  if (text !== lastText) {
    lastText = text
    lastOnlineChanges = text.match(onlineChange)?.length ?? 0
    lastMessages = Array.from(text.matchAll(mark), ([, kind, sentAt]) => ({
      kind: kind as Kind,
      sentAt: Number(sentAt),
    }))
  }
}

export type Recorder = {
  read: (text: string) => void
  delays: Record<Kind, number[]>
  countOnlineChanges: () => number
  clear: () => void
}

export function createRecorder(): Recorder {
  const delays: Record<Kind, number[]> = { high: [], normal: [] }
  let onlineChanges = 0
  return {
    delays,
    countOnlineChanges: () => onlineChanges,
    read(text) {
      const now = performance.now()
      parse(text)
      onlineChanges += lastOnlineChanges
      for (const { kind, sentAt } of lastMessages) delays[kind].push(now - sentAt)
    },
    clear() {
      onlineChanges = 0
      delays.high = []
      delays.normal = []
    },
  }
}
