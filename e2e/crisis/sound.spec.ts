// Story of the sound that announces a conversation in danger to its counsellor.
import type { Page } from '@playwright/test'
import { getAccid, agreeToChat, desktop, locateClientLink, phone, sendText } from '../support/conversation-steps.ts'
import { enterAsCounsellor } from '../support/counsellor-steps.ts'
import { locateButton, enterAs, enterAsNewMember, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off', viewport: desktop })

declare global {
  var tones: number
}

/** Counts the tones that this page plays; one announcement has two. */
async function watchTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    globalThis.tones = 0
    globalThis.AudioContext = class extends AudioContext {
      override createOscillator() {
        globalThis.tones += 1
        return super.createOscillator()
      }
    }
  })
  return () => page.evaluate(() => globalThis.tones)
}

test('a conversation in danger is announced once while the sound is on, and the choice survives a reload', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const admin = await open()
  await enterAs(admin, 'admin')
  const countTones = await watchTones(page)
  await enterAsCounsellor(page, admin)
  const accid = await getAccid(page)
  const startClient = async () => {
    const client = await open({ viewport: phone })
    await enterAsNewMember(client, request)
    await client.goto(`/im/index?to=${accid}`)
    await agreeToChat(client)
    return { client, link: locateClientLink(page, await getAccid(client)) }
  }
  await page.goto('/im/index')
  // without the sound of ordinary messages
  const messageSound = locateButton(page, '新消息提示音')
  if ((await messageSound.getAttribute('aria-pressed')) === 'true') await messageSound.click()
  await expect(locateButton(page, '危机提示音')).toHaveAttribute('aria-pressed', 'false')
  const before = await countTones()
  const first = await startClient()
  await sendText(first.client, '活着真的没意思，我不想活了')
  await expect(first.link).toContainText('有轻生念头', { timeout: 20_000 })
  expect(await countTones(), 'off').toBe(before)

  await locateButton(page, '危机提示音').click()
  await expect.poll(countTones, 'a sample').toBe(before + 2)
  await page.reload()
  await expect(locateButton(page, '危机提示音')).toHaveAttribute('aria-pressed', 'true')
  // browsers play sound after a gesture only
  await page.getByLabel('搜索会话与聊天记录').click()
  await expect(first.link).toContainText('有轻生念头')
  expect(await countTones(), 'known before').toBe(0)
  const second = await startClient()
  await sendText(second.client, '活着真的没意思，我不想活了')
  await expect(second.link).toContainText('有轻生念头', { timeout: 20_000 })
  await expect.poll(countTones).toBe(2)
  await sendText(second.client, '我还是不想活了')
  await expect(second.link).toContainText('我还是不想活了')
  await page.waitForResponse('**/care/talks*', { timeout: 20_000 })
  expect(await countTones(), 'announced once').toBe(2)

  await locateButton(page, '危机提示音').click()
  await page.reload()
  await expect(locateButton(page, '危机提示音')).toHaveAttribute('aria-pressed', 'false')
})
