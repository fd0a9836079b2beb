// The network of a page's chat sockets, which a story interrupts.
import type { Page, WebSocketRoute } from '@playwright/test'

/** Call it before the page opens. Other requests of the page go on. */
export async function controlSockets(page: Page): Promise<{ cut: () => void; restore: () => void }> {
  const sockets = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) return void socket.close()
    sockets.add(socket)
    socket.connectToServer()
  })
  // after several tries without a socket, the page polls
  await page.route(/\/socket\.io\//, (route) => (isCut ? route.abort() : route.continue()))
  return {
    cut() {
      isCut = true
      for (const socket of sockets) void socket.close()
    },
    restore: () => void (isCut = false),
  }
}

/** Call it before the page opens. Frames of the server that are held reach the page after the release only. */
export async function holdReplies(page: Page) {
  const held: { frame: string; deliver: () => void }[] = []
  let isHeld = false
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (isHeld) held.push({ frame: String(frame), deliver: () => socket.send(frame) })
      else socket.send(frame)
    })
  })
  return {
    hold: () => void (isHeld = true),
    hasHeld: (pattern: RegExp): boolean => held.some(({ frame }) => pattern.test(frame)),
    release() {
      isHeld = false
      for (const { deliver } of held.splice(0)) deliver()
    },
  }
}

/**
 * Call it before the page opens. Replies to this command reach the page after the release only; later ones at once.
 * @param command numbers of its service and its command
 */
export async function holdRepliesTo(page: Page, [service, command]: readonly [number, number]) {
  const held: (() => void)[] = []
  let isHeld = true
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    const server = socket.connectToServer()
    const sequences = new Set<string>()
    socket.onMessage((frame) => {
      const request = /^42\["request",\[(\d+),(\d+),(\d+)/.exec(String(frame))
      if (request && Number(request[1]) === service && Number(request[2]) === command) sequences.add(request[3]!)
      server.send(frame)
    })
    server.onMessage((frame) => {
      const [, sequence = ''] = /^42\["reply",\[(\d+)/.exec(String(frame)) ?? []
      if (isHeld && sequences.has(sequence)) held.push(() => socket.send(frame))
      else socket.send(frame)
    })
  })
  return {
    countHeld: () => held.length,
    release() {
      isHeld = false
      for (const deliver of held.splice(0)) deliver()
    },
  }
}

/** Removes the errors that the browser logs for interrupted requests, so that they do not fail the story. */
export function forgetRefusedPolls(faults: string[]): void {
  const others = faults.filter((fault) => !/ERR_FAILED/.test(fault))
  faults.splice(0, faults.length, ...others)
}
