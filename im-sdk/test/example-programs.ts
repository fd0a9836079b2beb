// Runs examples of documents as programs, with the published module.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { bundleModule } from '../build.ts'

/** @returns the folder of the programs, which contains the module, and a function that returns what a program prints */
export function usePrograms() {
  const folder = mkdtempSync(path.join(tmpdir(), 'xinqiao-examples-'))
  beforeAll(async () => {
    await bundleModule(folder)
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }')
  }, 120_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  /** @param values in place of the quoted words of the example, such as `'ACCOUNT'` */
  const runProgram = async (id: string, code: string, values: Record<string, string> = {}): Promise<string> => {
    let program = code
    for (const [name, value] of Object.entries(values))
      program = program.replaceAll(new RegExp(`(?<=['-])${name}(?=')`, 'g'), value)
    const file = path.join(folder, `${id}.mjs`)
    writeFileSync(file, program)
    const { stdout } = await promisify(execFile)(process.execPath, [file])
    return stdout
  }
  return { folder, runProgram }
}
