// Signs addresses of files with a key of this login, because pages of other sites have no cookie of the server.
import type { FileSigningKey } from '@xinqiao/contract/im/accounts/auth.ts'
import { objectNameOf, stripAccessParams } from '@xinqiao/contract/im/files/file-messages.ts'
import { hmacSha256 } from '../../upload/sha256.ts'

const renewBeforeMs = 12 * 3_600_000
/** Time between two checks of the key's age. One long timer would run late on a device that slept. */
const checkIntervalMs = 3_600_000

/**
 * @param renew fetches the next key
 * @param now the server's time
 */
export function createFileAddressSigner(renew: () => Promise<FileSigningKey>, now: () => number = Date.now) {
  let current: FileSigningKey | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Renews the key half a day before it expires, until it has expired. The next login brings another. */
  function setKey(key: FileSigningKey): void {
    current = key
    clearTimeout(timer)
    timer = setTimeout(() => {
      const restMs = key.until - now()
      if (restMs > renewBeforeMs) setKey(key)
      else if (restMs > 0) renew().then(setKey, () => setKey(key))
    }, checkIntervalMs)
    // without `unref`, the timer would keep a Node process running
    ;(timer as { unref?: () => void }).unref?.()
  }

  /** Returns addresses of other servers unchanged, because those would learn the signature. Before the login, all. */
  function signAddress(url: string): string {
    const object = objectNameOf(url)
    if (!current || object === null || !url.startsWith(`${current.origin}/`)) return url
    const { login, until, key } = current
    return `${stripAccessParams(url)}&login=${login}&until=${until}&sign=${hmacSha256(key, object)}`
  }

  return {
    setKey,
    sign: signAddress,
    signFile: <File extends { url: string }>(file: File): File => ({ ...file, url: signAddress(file.url) }),
  }
}
export type FileAddressSigner = ReturnType<typeof createFileAddressSigner>
