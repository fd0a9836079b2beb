// Tests that the methods of an instance are known before there is one, because plugins replace them on the prototype.
import { expect, test } from 'vitest'
import { createApi } from './api.ts'
import type { NimCore } from './core/core.ts'
import { lazyNames } from './lazy-api.ts'
import { createLazyGroups } from './lazy-groups.ts'
import { NIM } from '../../test/tested-sdk.ts'

test('creates all methods without using the client, options or data of an instance', () => {
  const usedNames: string[] = []
  const createMember = (member: string) =>
    new Proxy(() => {}, {
      get: (_target, name) => void usedNames.push(`${member}.${String(name)}`),
      apply: () => void usedNames.push(`${member}()`),
    })
  // a group of methods may name members of its core when it is created, but may use them only in calls
  const core = new Proxy({} as NimCore, { get: (_target, name) => createMember(String(name)) })
  expect(createApi(core)).toHaveProperty('sendText')
  expect(usedNames).toEqual([])
})

test('has every method of an instance on the prototype', () => {
  const options = { account: 'ann', token: '', defaultLink: 'http://127.0.0.1:9' }
  const nim = new NIM({ ...options, skipConnectionOnInitialize: true })
  const methodNames = Object.keys(nim.api)
  expect(methodNames.filter((name) => !Object.hasOwn(NIM.prototype, name))).toEqual([])
  expect(methodNames.length).toBeGreaterThan(100)
})

test('names every method that loads on its first use', () => {
  expect([...lazyNames].sort()).toEqual(Object.keys(createLazyGroups({} as NimCore)).sort())
})
