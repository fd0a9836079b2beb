// A new counsellor, a question, and checked requests of the API, for stories.
import type { Page } from '@playwright/test'
import { roles } from '@xinqiao/contract/roles.ts'
import { enterAs, expect, createName, createPhone } from './visitor.ts'

/** @throws when the reply is not a success */
export async function postJson<T>(page: Page, path: string, data: object): Promise<T> {
  const reply = (await (await page.request.post(`/prod-api${path}`, { data })).json()) as { msg: string; data: T }
  expect(reply, reply.msg).toMatchObject({ code: 200 })
  return reply.data
}

/**
 * Asks an anonymous question.
 * @returns its id
 */
export async function askQuestion(page: Page, title: string): Promise<number> {
  const question = { title, content: '换了岗位以后总觉得跟不上，想听听大家的办法。', tagIds: [1], anonymous: 1 }
  return (await postJson<{ id: number }>(page, '/problem/add', question)).id
}

/** Creates a new counsellor in this browser, so that its counts are independent of other stories. */
export async function enterAsCounsellor(page: Page, admin: Page): Promise<string> {
  const username = createName()
  const person = { username, nickName: `咨询师${username.slice(-4)}`, phone: createPhone(), roleId: roles.counsellor }
  const { password } = await postJson<{ password: string }>(admin, '/admin/user', person)
  await enterAs(page, username, password)
  return person.nickName
}
