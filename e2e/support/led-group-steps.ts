// Counsellor-led groups for stories: published by the secretariat, with applicants who consented.
import { expect, type Page } from '@playwright/test'
import { withStoryDatabase } from './story-database.ts'
import { createUniqueText } from './console.ts'
import { desktop, phone } from './conversation-steps.ts'
import { enterAs, enterAsNewMember } from './visitor.ts'

export type Open = (options?: object) => Promise<Page>
export type LedGroup = { title: string; id: number; teamId: string }

const texts = { summary: '一起练习', description: '每周五晚八点。', rules: '互相尊重。', coLeader: '' }

/** Calls the API as the person who is signed in on this page. */
export async function ask<T>(page: Page, method: 'GET' | 'POST', path: string, data?: object): Promise<T> {
  const reply = await page.request.fetch(`/prod-api${path}`, { method, ...(data && { data }) })
  const answer = (await reply.json()) as { code: number; msg: string; data: T }
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return answer.data
}

/** A group of this counsellor, which the secretariat has published. */
export async function publishLedGroup(open: Open, leader: Page): Promise<LedGroup> {
  const title = createUniqueText('情绪团体')
  const { id } = await ask<{ id: number }>(leader, 'POST', '/peerGroup/propose', { ...texts, title, capacity: 12 })
  const staff = await open()
  await enterAs(staff, 'service')
  await ask(staff, 'POST', '/admin/peerGroup/state', { id, state: 'open', reason: '由一人带领' })
  const { teamId } = await ask<{ teamId: string }>(leader, 'GET', `/peerGroup/getById?id=${id}`)
  return { title, id, teamId }
}

/** A published group, and its leader on a desktop. */
export async function openLedGroup(open: Open, username: string): Promise<LedGroup & { leader: Page }> {
  const leader = await open({ viewport: desktop })
  await enterAs(leader, username)
  return { leader, ...(await publishLedGroup(open, leader)) }
}

/** A new account on a phone, which has applied under this alias. */
export async function openApplicant(open: Open, { id }: LedGroup, alias: string): Promise<Page> {
  const client = await open({ viewport: phone, hasTouch: true })
  await enterAsNewMember(client, client.request)
  await applyWithConsent(client, id, alias)
  return client
}

/** Applies as the person who is signed in on this page, with consent to the present text. */
export async function applyWithConsent(page: Page, id: number, alias: string): Promise<void> {
  const { version, hash } = await ask<{ version: string; hash: string }>(page, 'GET', '/peerGroup/consentText')
  await ask(page, 'POST', '/peerGroup/apply', { id, alias, note: '想参加', agreed: true, consent: { version, hash } })
}

/** The leader accepts the only application that waits. */
export async function acceptApplication(leader: Page, id: number): Promise<void> {
  const { content } = await ask<{ content: { id: number }[] }>(leader, 'GET', `/peerGroup/applications?id=${id}`)
  await ask(leader, 'POST', '/peerGroup/decide', { id: content[0]!.id, isAccepted: true, reason: '' })
}

/**
 * Turns all consents of this group into ones to the earlier text, and makes the job due that asks for the present one.
 * @param folder data of the server
 */
export const makeConsentsOld = (id: number, folder = process.env.E2E_DATA ?? 'tmp/e2e-data'): Promise<void> =>
  withStoryDatabase(
    async (sql) => {
      const consents = await sql`
        update led_consent set version = '2026-11' where group_id = ${id} and withdrawn_at is null returning id`
      expect(consents.length).toBeGreaterThan(0)
      const jobs = await sql`update job set due_at = now() where name = 'new consents of groups' returning name`
      expect(jobs).toHaveLength(1)
    },
    { DATA_DIR: folder },
  )
