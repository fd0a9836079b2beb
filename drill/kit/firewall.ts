// Firewall rules that drop packets of one port, as a host that vanished does.
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
    /** Both directions: answers to requests that are under way are lost as well. */
    async drop(port: number) {
      for (const side of ['--dport', '--sport']) {
        const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', side, `${port}`, '-j', 'DROP']
        await runCommand([iptables, '-I', ...rule])
        rules.push(rule)
      }
    },
  }
}
