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

/**
 * Creates a folder, in memory if possible: ext4 without a journal creates files slowly after many others were deleted.
 */
export const createDatabaseFolder = (prefix: string): string =>
  mkdtempSync(path.join(hasRoom() ? memory : tmpdir(), prefix))
