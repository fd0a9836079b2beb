// The reference of im-room and im-event: two processes of im-relay.ts.
import { freePort, startProgram, type StartedSite } from './site.ts'

export type RelayNode = StartedSite & { url: string }

async function startRelayNode(redisUrl: string): Promise<RelayNode> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  return { url, ...(await startProgram(process.execPath, ['bench/im-relay.ts', `${port}`, redisUrl], url)) }
}

/** Runs `work` on both processes, and stops them in any case. */
export async function withRelay<T>(redisUrl: string, work: (nodes: readonly RelayNode[]) => Promise<T>): Promise<T> {
  const nodes = [await startRelayNode(redisUrl), await startRelayNode(redisUrl)]
  try {
    return await work(nodes)
  } finally {
    for (const node of nodes) await node.stop('SIGKILL')
  }
}
