// Data that messages and sessions need to be presented.
import type { Store } from '../../store/store.ts'

export type PresenterContext = {
  account: string
  deviceId: string
  store: Store
  /** Origin of the server, for the addresses of pictures. */
  serverUrl: string
  /** Signs the address of a file, so that it opens without a cookie. */
  signUrl: (url: string) => string
}
