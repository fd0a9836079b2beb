// The object storage is down for 20 seconds while people upload. Every acknowledged upload can be opened on both nodes.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { judge } from '../bench/kit/report.ts'
import { createUploader } from '../im-sdk/src/upload/uploader.ts'
import type { Device } from './kit/devices.ts'
import { judgeDelivery, printOutcome, readOutcome } from './kit/outcome.ts'
import { openSetup } from './kit/setup.ts'

const awaySeconds = 20
const uploaders = 4
const fileBytes = 20_000

type UploadedFile = { owner: Device; path: string; md5: string; at: number }

const computeMd5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

async function isOpenedOn(nodeUrl: string, { owner, path, md5 }: UploadedFile): Promise<boolean> {
  const reply = await fetch(`${nodeUrl}${path}`, { headers: { authorization: `Bearer ${owner.token}` } })
  return reply.status === 200 && computeMd5(new Uint8Array(await reply.arrayBuffer())) === md5
}

export async function run(): Promise<void> {
  const { cluster, site, load } = await openSetup({ messagesPerSecond: 40 })
  const uploaded: UploadedFile[] = []
  let refusals = 0
  const state = { isStopping: false }
  const uploadFiles = async (owner: Device) => {
    while (!state.isStopping) {
      const bytes = new Uint8Array(randomBytes(fileBytes))
      const upload = createUploader({ request: owner.client().request, urls: [site.url], delayOf: () => 200 })
      try {
        const { url } = await upload({ type: 'file', fileObject: new File([bytes], 'note.bin') })
        const { pathname, search } = new URL(url)
        uploaded.push({ owner, path: `${pathname}${search}`, md5: computeMd5(bytes), at: performance.now() })
      } catch {
        refusals += 1
      }
      await wait(500)
    }
  }
  const uploading = load.devices.slice(0, uploaders).map(uploadFiles)
  await wait(8_000)
  await site.store.stop()
  const stoppedAt = performance.now()
  await wait(awaySeconds * 1000)
  await site.store.start()
  const startedAt = performance.now()
  await wait(15_000)
  state.isStopping = true
  await Promise.all(uploading)
  await load.stop()
  const outcome = await readOutcome(load, cluster.url)
  printOutcome('storage', outcome)
  judgeDelivery('storage', outcome)
  let lost = 0
  for (const file of uploaded) for (const node of site.nodes) if (!(await isOpenedOn(node.url, file))) lost += 1
  const files = `${uploaded.length} files acknowledged, ${refusals} uploads refused, ${lost} files not opened by a node (0)`
  console.log(`  ${files}: ${judge('storage', files, lost === 0 && uploaded.some(({ at }) => at < stoppedAt))}`)
  const seconds = (Math.min(...uploaded.flatMap(({ at }) => (at > startedAt ? [at] : []))) - startedAt) / 1000
  const recovery = `uploads again after ${seconds.toFixed(1)} s (<= 5)`
  console.log(`  ${recovery}: ${judge('storage', recovery, seconds <= 5)}`)
  const chat = `chat without an acknowledgement for at most ${outcome.secondsWithoutWrites.toFixed(1)} s (<= 2)`
  console.log(`  ${chat}: ${judge('storage', chat, outcome.secondsWithoutWrites <= 2)}\n`)
}
