// Firewall rules that drop all packets of a port, like a host that has disappeared.
import { requireProgram } from '../../bench/kit/system.ts'
import { onCleanUp, runCommand } from './processes.ts'

export async function openFirewall() {
  const iptables = requireProgram('iptables')
  const rules: string[][] = []
  const restore = async () => {
    for (const rule of rules.splice(0)) await runCommand([iptables, '-D', ...rule])
  }
  onCleanUp(restore)
  return {
    restore,
    /** Drops packets in both directions, so that replies to requests in flight are lost, too. */
    async drop(port: number) {
      for (const side of ['--dport', '--sport']) {
        const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', side, `${port}`, '-j', 'DROP']
        await runCommand([iptables, '-I', ...rule])
        rules.push(rule)
      }
    },
  }
}
