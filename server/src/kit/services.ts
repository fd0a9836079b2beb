// Services of a node, which its operator may choose.

/** Pages, API and files; chat sockets; periodic jobs. */
const services = ['http', 'socket', 'jobs'] as const
export type NodeService = (typeof services)[number]

/**
 * Parses `--services=http,socket,jobs`. By default, a node runs all services.
 * @throws Error with a message for the operator
 */
export function readServices(args: readonly string[]): ReadonlySet<NodeService> {
  const serviceNames = args.find((arg) => arg.startsWith('--services='))?.slice('--services='.length)
  if (serviceNames === undefined) return new Set(services)
  const names = serviceNames.split(',').filter(Boolean)
  const unknown = names.filter((name) => !services.includes(name as NodeService))
  if (names.length === 0 || unknown.length > 0) {
    throw new Error(`--services 的值不正确：应为以逗号分隔的 ${services.join('、')}`)
  }
  return new Set(names as NodeService[])
}
