// Server addresses in the options of a page. Explicit options override those of `privateConf`.

/** Addresses of a self-hosted server as pages write them: hosts with a port, or whole addresses. */
export type PrivateConf = {
  /** Server of the chat. */
  link_web?: string
  /** Address of the location service. */
  lbs_web?: string
  nos_uploader_web?: string
  /** With false, addresses without a scheme use http. */
  https_enabled?: boolean
  [other: string]: unknown
}
export type AddressOptions = {
  /** Server of the chat; defaults to the one that the script came from, or else to the page's origin. */
  defaultLink?: string
  /** Location service that gives the server's address; `defaultLink` is the fallback. */
  lbsUrl?: string
  lbsBackupUrlsCustomer?: string[]
  /** With false, the SDK does not ask the backup addresses. */
  lbsBackup?: boolean
  /** Upload origins used when the first one fails. */
  uploadLinks?: string[]
  /** Addresses of a self-hosted server, used where the options above are not set. */
  privateConf?: PrivateConf
  /** With false, addresses without a scheme use http. */
  secure?: boolean
}
export type ServerAddresses = { server: string | undefined; locationServices: string[]; uploads: string[] }

/** Where this code was loaded from, if it is a script of its own. Modules have no such address. */
const scriptUrl = (globalThis.document?.currentScript as HTMLScriptElement | null | undefined)?.src ?? ''
/** The server of a page that names none; empty outside of browsers. */
export const readDefaultOrigin = (): string =>
  /^https?:/.test(scriptUrl) ? new URL(scriptUrl).origin : (globalThis.location?.origin ?? '')

/** Adds the scheme to a host, replaces that of a WebSocket, and removes the slash at the end of a whole address. */
export function toUrl(address: string, isSecure: boolean): string {
  const url = address.replace(/^ws(?=s?:\/\/)/, 'http')
  return (/^https?:\/\//.test(url) ? url : `http${isSecure ? 's' : ''}://${url}`).replace(/\/$/, '')
}

export function readAddresses(options: AddressOptions): ServerAddresses {
  const privateConf = options.privateConf ?? {}
  const { secure = privateConf.https_enabled ?? true } = options
  const toUrls = (addresses: readonly (string | undefined)[]) =>
    addresses.flatMap((address) => (address ? [toUrl(address, secure)] : []))
  const [server] = toUrls([options.defaultLink ?? privateConf.link_web])
  const backups = options.lbsBackup === false ? [] : (options.lbsBackupUrlsCustomer ?? [])
  return {
    server,
    locationServices: toUrls([options.lbsUrl ?? privateConf.lbs_web, ...backups]),
    uploads: toUrls([privateConf.nos_uploader_web, ...(options.uploadLinks ?? [])]),
  }
}
