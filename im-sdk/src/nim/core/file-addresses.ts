// Signs addresses of files with a key of this login, because pages of other sites have no cookie of the server.
import type { FileKey } from '@xinqiao/contract/im/auth.ts'
import { objectNameOf, stripAccessParams } from '@xinqiao/contract/im/file-messages.ts'
import { hmacSha256 } from '../../upload/sha256.ts'

const renewBeforeMs = 12 * 3_600_000

/** @param renew fetches the next key */
export function createFileAddresses(renew: () => Promise<FileKey>) {
  let current: FileKey | null = null
  let isRenewing = false

  function renewInTime({ until }: FileKey): void {
    if (isRenewing || until - Date.now() > renewBeforeMs) return
    isRenewing = true
    void renew()
      .then((key) => (current = key))
      .catch(() => null)
      .finally(() => (isRenewing = false))
  }

  /** Returns the address unchanged before the first login. */
  function signAddress(url: string): string {
    const object = objectNameOf(url)
    if (!current || object === null) return url
    renewInTime(current)
    const { login, until, key } = current
    return `${stripAccessParams(url)}&login=${login}&until=${until}&sign=${hmacSha256(key, object)}`
  }

  return {
    setKey(key: FileKey): void {
      current = key
    },
    sign: signAddress,
    signFile: <File extends { url: string }>(file: File): File => ({ ...file, url: signAddress(file.url) }),
  }
}
export type FileAddresses = ReturnType<typeof createFileAddresses>
