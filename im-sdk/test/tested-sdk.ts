// The SDK that tests use: the published build that SDK_BUILD names, `module` or `script`, or else the sources.
import { createRequire } from 'node:module'
import path from 'node:path'
import { build } from '../../tools/build.ts'
import type * as Sdk from '../src/index.ts'

type TestedSdk = Pick<typeof Sdk, 'NIM' | 'Chatroom'>
const folder = path.resolve(import.meta.dirname, '../build')

async function loadSdk(name: string | undefined): Promise<TestedSdk> {
  if (!name) return import('../src/index.ts')
  await build()
  return name === 'script'
    ? (createRequire(import.meta.url)(path.join(folder, 'script/sdk.js')) as TestedSdk)
    : ((await import(path.join(folder, 'index.js'))) as TestedSdk)
}

export type NIM = Sdk.NIM
export type Chatroom = Sdk.Chatroom
export const { NIM, Chatroom } = await loadSdk(process.env['SDK_BUILD'])
