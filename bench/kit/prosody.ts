// Prosody as the reference: XMPP over websocket. It stores every message in its SQL archive before it delivers it, also
// those of rooms.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort, scratchFolder, startProgram, type StartedSite } from './site.ts'
import { installPackages, requireProgram } from './system.ts'
import { openWebSocket } from './web-socket.ts'

const password = 'bench'

export type Prosody = StartedSite & {
  url: string
  /** Messages in the archive, which stores each for its sender and its receiver, and one of a room once. */
  countArchived: () => number
}

const archivePackages = ['prosody', 'lua-dbi-sqlite3']

/** True when Prosody has its SQL driver. Without it, Prosody stores nothing and looks twelve times faster. */
function hasSqlDriver(): boolean {
  const { stdout } = spawnSync('dpkg-query', ['-W', '-f', '${Status}', 'lua-dbi-sqlite3'], { encoding: 'utf8' })
  return stdout.includes('install ok installed')
}

export async function startProsody(users: number): Promise<Prosody> {
  const program = requireProgram('prosody', archivePackages)
  if (!hasSqlDriver()) installPackages(archivePackages)
  const folder = scratchFolder('prosody')
  const port = await freePort()
  const accounts = path.join(folder, 'localhost/accounts')
  mkdirSync(accounts, { recursive: true })
  for (let i = 0; i < users; i += 1)
    writeFileSync(path.join(accounts, `u${i}.dat`), `return { password = "${password}" };`)
  const file = path.join(folder, 'prosody.cfg.lua')
  writeFileSync(
    file,
    `
    run_as_root = true
    pidfile = "${folder}/pid"
    data_path = "${folder}"
    log = { error = "${folder}/error.log" }
    modules_enabled = { "saslauth", "websocket", "mam" }
    modules_disabled = { "s2s", "offline" }
    authentication = "internal_plain"
    storage = { archive = "sql", muc_log = "sql" }
    sql = { driver = "SQLite3", database = "${folder}/archive.sqlite" }
    default_archive_policy = true
    http_ports = { ${port} }; http_interfaces = { "127.0.0.1" }; https_ports = {}; c2s_ports = {}
    c2s_require_encryption = false; allow_unencrypted_plain_auth = true; consider_websocket_secure = true
    VirtualHost "localhost"
    Component "rooms.localhost" "muc"
      modules_enabled = { "muc_mam" }
      muc_room_locking = false
      muc_log_by_default = true
      muc_room_default_history_length = 0
      muc_room_default_presence_broadcast = { visitor = false, participant = false, moderator = false }
    `,
  )
  const url = `http://127.0.0.1:${port}/xmpp-websocket`
  const countArchived = () => {
    const database = path.join(folder, 'archive.sqlite')
    if (!existsSync(database)) return 0
    const archive = new DatabaseSync(database, { readOnly: true })
    try {
      const table = archive.prepare("select 1 from sqlite_master where name = 'prosodyarchive'").get()
      if (!table) return 0
      return (archive.prepare('select count(*) as count from prosodyarchive').get() as { count: number }).count
    } finally {
      archive.close()
    }
  }
  const started = await startProgram(program, ['-F', '--config', file], url)
  return { ...started, url: url.replace('http', 'ws'), countArchived }
}

export type XmppPerson = {
  send: (to: number, id: string, text: string) => void
  /** Enters the room of the benchmarks, which the first person opens. */
  join: () => Promise<void>
  sendToRoom: (id: string, text: string) => void
  close: () => void
}

const room = 'group@rooms.localhost'

/** @param onMessage receives the id of each message that arrives */
export async function openXmppPerson(
  url: string,
  number: number,
  onMessage: (id: string) => void,
): Promise<XmppPerson> {
  const waiting: { mark: string; resolve: () => void }[] = []
  const socket = await openWebSocket(
    url,
    {
      text(text) {
        if (text.startsWith('<message')) return onMessage(/ id=['"]([^'"]+)/.exec(text)?.[1] ?? '')
        const at = waiting.findIndex(({ mark }) => text.includes(mark))
        if (at >= 0) waiting.splice(at, 1)[0]!.resolve()
      },
    },
    { protocol: 'xmpp' },
  )
  const requestAndAwait = (text: string, mark: string) =>
    new Promise<void>((resolve) => {
      waiting.push({ mark, resolve })
      socket.send(text)
    })
  const open = '<open xmlns="urn:ietf:params:xml:ns:xmpp-framing" to="localhost" version="1.0"/>'
  await requestAndAwait(open, 'features')
  const plain = Buffer.from(`\0u${number}\0${password}`).toString('base64')
  await requestAndAwait(`<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">${plain}</auth>`, '<success')
  await requestAndAwait(open, 'features')
  const bind = '<bind xmlns="urn:ietf:params:xml:ns:xmpp-bind"><resource>bench</resource></bind>'
  await requestAndAwait(`<iq xmlns="jabber:client" type="set" id="bind">${bind}</iq>`, 'bind')
  await requestAndAwait('<presence xmlns="jabber:client"/>', '<presence')
  const enter = `<x xmlns="http://jabber.org/protocol/muc"><history maxstanzas="0"/></x>`
  return {
    join: () =>
      requestAndAwait(
        `<presence xmlns="jabber:client" to="${room}/u${number}">${enter}</presence>`,
        `${room}/u${number}`,
      ),
    sendToRoom: (id, text) =>
      socket.send(
        `<message xmlns="jabber:client" to="${room}" type="groupchat" id="${id}"><body>${text}</body></message>`,
      ),
    send: (to, id, text) =>
      socket.send(
        `<message xmlns="jabber:client" to="u${to}@localhost" type="chat" id="${id}"><body>${text}</body></message>`,
      ),
    close: () => socket.close(),
  }
}
