// Browsers with made-up cameras for the benchmark of calls, and a bare peer connection beside the calls of the site.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser, type Page } from '@playwright/test'
import { callLaunch } from '../../e2e/support/call-steps.ts'

type Line = {
  connection: RTCPeerConnection
  createdAt: number
  flowsAt: number | null
  frames: number
  samples: number
}
type MeasuringWindow = typeof window & { lines: Line[]; bare?: RTCPeerConnection; send?: (message: string) => void }

/** Notes when each connection of a page was made, and when pictures and sound first arrived (`Date.now`). */
function measureLines(): void {
  const scope = window as MeasuringWindow
  scope.lines = []
  const Original = window.RTCPeerConnection
  window.RTCPeerConnection = class extends Original {
    constructor(configuration?: RTCConfiguration) {
      super(configuration)
      const line: Line = { connection: this, createdAt: Date.now(), flowsAt: null, frames: 0, samples: 0 }
      scope.lines.push(line)
      const read = async () => {
        let [frames, samples] = [0, 0]
        for (const stat of (await this.getStats()).values()) {
          if (stat.type !== 'inbound-rtp') continue
          if (stat.kind === 'video') frames += stat.framesDecoded
          // samples that were sent, without those that fill a gap
          else samples += stat.totalSamplesReceived - stat.concealedSamples
        }
        Object.assign(line, { frames, samples })
        if (frames > 0 && samples > 0) line.flowsAt ??= Date.now()
        if (this.connectionState !== 'closed') setTimeout(() => void read(), line.flowsAt === null ? 20 : 100)
      }
      void read()
    }
  }
}

/** @returns a new browser with one page that may use camera and microphone */
export async function openCallBrowser(baseURL: string): Promise<{ browser: Browser; page: Page }> {
  const browser = await chromium.launch(callLaunch)
  const permissions = ['camera', 'microphone']
  const context = await browser.newContext({
    baseURL,
    permissions,
    locale: 'zh-CN',
    viewport: { width: 1280, height: 800 },
  })
  await context.addInitScript(measureLines)
  return { browser, page: await context.newPage() }
}

export type LineTimes = { createdAt: number; flowsAt: number }

/**
 * Waits for pictures and sound on the newest connection of a page.
 * @throws Error after 15 seconds
 */
export async function readLineTimes(page: Page): Promise<LineTimes> {
  const handle = await page.waitForFunction(
    () => {
      const line = (window as MeasuringWindow).lines.at(-1)
      return line && line.flowsAt !== null ? { createdAt: line.createdAt, flowsAt: line.flowsAt } : null
    },
    null,
    { timeout: 15_000, polling: 20 },
  )
  return (await handle.jsonValue()) as LineTimes
}

/**
 * Waits until more pictures and sound arrive than there are now.
 * @returns the time by the clock of the machine
 * @throws Error after 30 seconds
 */
export async function waitForMore(page: Page): Promise<number> {
  const handle = await page.evaluateHandle(() => {
    const line = (window as MeasuringWindow).lines.at(-1)!
    return { line, frames: line.frames, samples: line.samples }
  })
  await page.waitForFunction(({ line, frames, samples }) => line.frames > frames && line.samples > samples, handle, {
    timeout: 30_000,
    polling: 50,
  })
  return Date.now()
}

// ---- the reference

/** A page without a site, which may use camera and microphone. */
export async function startBlankPage(): Promise<{ url: string; close: () => void }> {
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end('<title>-</title>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() }
}

/** Takes camera and microphone, before the time is measured. */
const prepareBare = (page: Page, configuration: RTCConfiguration) =>
  page.evaluate(async (settings) => {
    const scope = window as MeasuringWindow
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: { width: 640, height: 480 } })
    scope.bare = new RTCPeerConnection(settings)
    for (const track of stream.getTracks()) scope.bare.addTrack(track, stream)
    const video = document.body.appendChild(document.createElement('video'))
    video.autoplay = true
    scope.bare.ontrack = ({ streams }) => (video.srcObject = streams[0] ?? null)
    scope.bare.onicecandidate = ({ candidate }) => candidate && scope.send!(JSON.stringify({ candidate }))
  }, configuration)

const receiveBare = (page: Page, message: string) =>
  page.evaluate(async (text) => {
    const scope = window as MeasuringWindow
    const { candidate, description } = JSON.parse(text) as {
      candidate?: RTCIceCandidateInit
      description?: RTCSessionDescriptionInit
    }
    if (candidate) return scope.bare!.addIceCandidate(candidate)
    await scope.bare!.setRemoteDescription(description!)
    if (description!.type === 'answer') return undefined
    await scope.bare!.setLocalDescription()
    return scope.send!(JSON.stringify({ description: scope.bare!.localDescription }))
  }, message)

/** Connects two pages without a site; this process passes their messages on. */
export async function connectBare(pages: readonly [Page, Page], url: string, configuration: RTCConfiguration) {
  const queues = [Promise.resolve(), Promise.resolve()]
  for (const [i, page] of pages.entries()) {
    const other = pages[1 - i]!
    await page.exposeFunction('send', (message: string) => {
      queues[i] = queues[i]!.then(() => receiveBare(other, message)).catch(() => {})
    })
  }
  return async (): Promise<number> => {
    for (const page of pages) {
      await page.goto(url)
      await prepareBare(page, configuration)
    }
    const startedAt = Date.now()
    await pages[0].evaluate(async () => {
      const scope = window as MeasuringWindow
      await scope.bare!.setLocalDescription()
      scope.send!(JSON.stringify({ description: scope.bare!.localDescription }))
    })
    const times = await Promise.all(pages.map(readLineTimes))
    return Math.max(...times.map(({ flowsAt }) => flowsAt)) - startedAt
  }
}
