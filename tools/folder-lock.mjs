// Lock between processes that start from one folder, so that only one installs or builds. Plain JavaScript, because it
// runs on the machine's Node before the installation.
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

const retryMs = 200
/** An older lock counts as stale, because another process may have its process number, as after a restart. */
const maxHeldMs = 10 * 60_000

const pause = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function isHeld(file) {
  try {
    return isAlive(Number(readFileSync(file, 'utf8'))) && Date.now() - statSync(file).mtimeMs < maxHeldMs
  } catch {
    return false
  }
}

/**
 * Blocks until the lock is free.
 * @returns a function that releases it
 */
export function acquireLock(file, onWait = () => {}) {
  const own = `${file}.${process.pid}`
  writeFileSync(own, `${process.pid}`)
  let hasWaited = false
  for (;;) {
    try {
      // a link is atomic: no process can read the lock before its content is complete
      linkSync(own, file)
      return () => {
        rmSync(file, { force: true })
        rmSync(own, { force: true })
      }
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (!isHeld(file)) removeStale(file)
    else {
      if (!hasWaited) onWait()
      hasWaited = true
      pause()
    }
  }
}

/** Removes the lock of a dead process. Only one process can rename it; a new lock of another process is put back. */
function removeStale(file) {
  const aside = `${file}.${process.pid}.stale`
  try {
    renameSync(file, aside)
    if (isHeld(aside)) linkSync(aside, file)
  } catch {
    // another process was faster
  }
  rmSync(aside, { force: true })
}
