// A folder for a database of the tests: in memory, where there is room for it.
import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const minFreeBytes = 4 * 1024 ** 3

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}

/** ext4 without a journal creates files slowly while it avoids the inodes of those that were deleted before. */
export const createDatabaseFolder = (prefix: string): string =>
  mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), prefix))
