// A relay server (coturn) for tests of calls, which can be killed and started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { setTimeout as wait } from 'node:timers/promises'

export const relaySecret = 'a secret of the relay for tests'

/** Resolves to true when the relay answers a STUN request. */
const probeRelay = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket('udp4')
    const finish = (isReachable: boolean) => {
      clearTimeout(timer)
      socket.close()
      resolve(isReachable)
    }
    const timer = setTimeout(() => finish(false), 300)
    socket.once('message', () => finish(true))
    socket.once('error', () => finish(false))
    const request = Buffer.alloc(20)
    request.writeUInt16BE(1, 0)
    request.writeUInt32BE(0x21_12_a4_42, 4)
    socket.send(request, port, '127.0.0.1')
  })

type Relay = { stop: () => Promise<void> }

/** @param address from which the relay sends; a media server may refuse loopback addresses */
export const startRelay = (port: number, address = '127.0.0.1'): Promise<Relay> =>
  startRelayWith(port, [
    ...['-n', '--no-cli', '--no-tls', '--no-dtls', `--relay-ip=${address}`, `--listening-port=${port}`],
    ...['--allow-loopback-peers', '--use-auth-secret', `--static-auth-secret=${relaySecret}`, '--realm=example.org'],
  ])

/** @param settings arguments of the relay, which listens on this port */
export async function startRelayWith(port: number, settings: readonly string[]): Promise<Relay> {
  const child: ChildProcess = spawn(
    'turnserver',
    [...settings, '--listening-ip=127.0.0.1', '--log-file=/dev/null', '--pidfile=', '--no-stdout-log'],
    { stdio: 'ignore' },
  )
  const exited = new Promise((resolve) => child.once('exit', resolve))
  while (!(await probeRelay(port))) {
    if (child.exitCode !== null) throw new Error('turnserver has ended')
    await wait(20)
  }
  return {
    async stop() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
