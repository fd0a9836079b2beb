// Resident memory of a node under mixed load: pages, pictures, sign-ins and chat at once, with the settings of `npm
// start` and without. `MEMORY_SECONDS` sets the length of a run.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { createChatPeople } from '../server/db/fixtures/chat-people.ts'
import { connect } from '../server/src/kit/db/db.ts'
import { startEmbeddedPostgres } from '../server/src/kit/db/postgres/embedded.ts'
import { openDevice } from './kit/im-client.ts'
import { judge, printTable, formatNumber } from './kit/report.ts'
import { articleUrls, nodeDefaults, npmStart, withSite, type StartSettings, type SiteWithData } from './kit/site.ts'

const runSeconds = Number(process.env.MEMORY_SECONDS ?? 180)
const maxResidentMb = 500
const password = 'Xinqiao#2026'
const sampleMs = 1_000
/** Time limit for a request: on a busy machine, one picture can take a minute. */
const graceSeconds = 120

const readResidentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

/** @returns the token of the session */
async function signIn({ url }: SiteWithData, username: string): Promise<string> {
  const reply = await fetch(`${url}/prod-api/auth/mh/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const { code, data, msg } = (await reply.json()) as { code: number; data: { access_token: string }; msg: string }
  if (code !== 200) throw new Error(`${username} cannot sign in: ${msg}`)
  return data.access_token
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG with the size and colours of a photograph. */
function createPicture(seed: number): Buffer {
  const [width, height] = [2400, 1600]
  // each row of a PNG begins with the number of its filter
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let i = 0; i < rows.length; i += 1)
    rows[i] = i % (1 + width * 3) === 0 ? 0 : ((i >> 5) * 7 + (i >> 13) * seed * 31) & 0xff
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const parts = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

async function upload({ url }: SiteWithData, token: string, picture: Buffer): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'photo.png')
  const headers = { authorization: `Bearer ${token}` }
  const reply = await fetch(`${url}/prod-api/admin/picture`, { method: 'POST', headers, body: form })
  if (reply.status !== 200) throw new Error(`the picture was answered with ${reply.status}: ${await reply.text()}`)
}

async function openChat(
  site: SiteWithData,
): Promise<{ send: (worker: number) => Promise<unknown>; close: () => void }> {
  const postgres = await startEmbeddedPostgres(path.join(site.dataDir, 'pg'), { canAttach: true })
  const sql = connect(postgres.url, 1)
  const people = await createChatPeople(sql, 20)
  await sql.end()
  const devices = await Promise.all(people.map((person) => openDevice(site.url, person)))
  const sendMessage = (worker: number) =>
    devices[worker]!.request('msg.sendMsg', {
      scene: 'p2p',
      to: people[worker ^ 1]!.accid,
      idClient: crypto.randomUUID(),
      content: { type: 0, text: '今天的感觉好一些了。'.repeat(10) },
    })
  const closeDevices = () => devices.forEach((device) => device.close())
  return { send: sendMessage, close: closeDevices }
}

/** Rejects when a reply is missing, so that the run ends and reports it. */
function endInTime(work: Promise<unknown>): Promise<unknown> {
  const seconds = runSeconds + graceSeconds
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the load did not end within ${seconds} s`)), seconds * 1000)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

/** @returns resident megabytes, one sample a second, and how often each kind of work was done */
async function measureMemory(site: SiteWithData): Promise<{ samples: number[]; counts: Record<string, number> }> {
  const until = performance.now() + runSeconds * 1000
  const counts: Record<string, number> = { pages: 0, pictures: 0, 'sign-ins': 0, messages: 0 }
  const samples: number[] = []
  const repeat = async (name: string, work: () => Promise<unknown>, pauseMs: number) => {
    while (performance.now() < until) {
      await work()
      counts[name]! += 1
      await wait(pauseMs)
    }
  }
  const editor = await signIn(site, 'editor')
  const pictures = [1, 2, 3].map(createPicture)
  const urls = await articleUrls(site)
  const { send, close } = await openChat(site)
  const headers = { 'accept-encoding': 'br', cookie: `token=${editor}` }
  const readPage = async (i: number) => (await fetch(urls[i % urls.length]!, { headers })).arrayBuffer()
  const sample = async () => {
    while (performance.now() < until) {
      samples.push(readResidentMb(site.pid))
      await wait(sampleMs)
    }
  }
  const load = Promise.all([
    sample(),
    ...Array.from({ length: 4 }, () => repeat('pages', () => readPage(counts['pages']!), 50)),
    // an account uploads one picture at a time
    repeat('pictures', () => upload(site, editor, pictures[counts['pictures']! % pictures.length]!), 100),
    ...Array.from({ length: 2 }, () => repeat('sign-ins', () => signIn(site, 'editor'), 200)),
    ...Array.from({ length: 20 }, (_, worker) => repeat('messages', () => send(worker), 200)),
  ])
  await endInTime(load).finally(close)
  return { samples, counts }
}

const settings: { name: string; launch: StartSettings }[] = [
  { name: "Node's and glibc's defaults", launch: nodeDefaults },
  { name: 'as npm start sets them', launch: npmStart },
]

export async function run(): Promise<void> {
  const rows: string[][] = []
  let largest = 0
  // the first start creates the demo content, which is not part of the load
  await withSite({}, async () => {})
  for (const { name, launch } of settings) {
    const { samples, counts } = await withSite({}, measureMemory, launch)
    largest = Math.max(...samples)
    rows.push([
      name,
      `${formatNumber(largest, 0)} MB`,
      `${formatNumber(samples.at(-1)!, 0)} MB`,
      JSON.stringify(counts),
    ])
  }
  judge('memory', `resident ${formatNumber(largest, 0)} < ${maxResidentMb} MB`, largest < maxResidentMb)
  printTable(['settings', 'largest', 'at the end', `work in ${runSeconds} s`], rows)
}
