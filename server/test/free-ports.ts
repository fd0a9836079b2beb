// Finds ports on which no program listens at the moment.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

export async function findFreePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(probes.map((probe) => once(probe, 'listening')))
  const ports = probes.map((probe) => (probe.address() as AddressInfo).port)
  for (const probe of probes) probe.close()
  return ports
}
