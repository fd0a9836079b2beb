// Stories of questions in a lecture: the moderator writes an answer, which listeners read at once and after a reload;
// two moderators answer the same question.
import type { Page } from '@playwright/test'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { desktop, openAsListener, openTab, publishTalk } from './lecture-steps.ts'

const answer = '先离开那个房间，数到十。\n做不到也没关系，下次再试。'

async function askQuestion(page: Page): Promise<void> {
  await openTab(page, /^提问/)
  await page.getByLabel('我的问题').fill('生气的时候怎么停下来？')
  await locateButton(page, '提交问题').click()
  await expect(page.getByText('等待', { exact: true })).toBeVisible()
}

test('a moderator answers a question in writing, and the listener reads the answer', async ({
  page,
  open,
  request,
}) => {
  const address = await publishTalk(request, '回答')
  await openAsListener(page, request, address)
  await askQuestion(page)
  await expect(page.getByLabel('我的问题')).toBeFocused()

  const lead = await open({ viewport: desktop })
  await enterAs(lead, 'doctor9')
  await lead.goto(address)
  await openTab(lead, /^提问（1）/)
  await lead.getByRole('button', { name: /^写回答：/ }).click()
  await locateButton(lead, '发布回答').click()
  await expect(lead.getByText('请输入回答')).toBeVisible()
  await lead.getByLabel('我的回答').fill(answer)
  await expectAccessible(lead, '讲座-写回答')
  await takePicture(lead, '讲座-写回答')
  await locateButton(lead, '发布回答').click()
  await expect(lead.getByRole('button', { name: /^改回答：/ })).toBeVisible()

  await expect(page.getByText('先离开那个房间')).toBeVisible()
  await page.reload()
  await openTab(page, /^提问/)
  await expect(page.getByText('先离开那个房间')).toBeVisible()
  await expectAccessible(page, '讲座-回答')
  await expectFitsWidth(page, 375)
  await takePicture(page, '讲座-回答')
})

test('a moderator learns that another one has answered first, and keeps the typed text', async ({
  page,
  open,
  request,
}) => {
  const address = await publishTalk(request, '两人回答')
  await openAsListener(page, request, address)
  await askQuestion(page)
  const [lead, colleague] = [await open({ viewport: desktop }), await open({ viewport: desktop })]
  for (const moderator of [lead, colleague]) {
    await enterAs(moderator, 'doctor9')
    await moderator.goto(address)
    await openTab(moderator, /^提问（1）/)
    await moderator.getByRole('button', { name: /^写回答：/ }).click()
  }
  await lead.getByLabel('我的回答').fill('出门走一走。')
  await colleague.getByLabel('我的回答').fill('慢慢呼气。')
  await locateButton(colleague, '发布回答').click()
  await expect(lead.getByText(/^刚才已有别人处理：已回答/)).toBeVisible()
  await expect(lead.getByText('慢慢呼气。')).toBeVisible()
  await locateButton(lead, '发布回答').click()
  await expect(lead.getByText('刚才已有别人回答，请先看一看', { exact: true })).toBeVisible()
  await expect(lead.getByLabel('我的回答')).toHaveValue('出门走一走。')
  await expectAccessible(lead, '讲座-两人回答')
  await takePicture(lead, '讲座-两人回答')
  await locateButton(lead, '看过了').click()
  await expect(lead.getByLabel('我的回答')).toBeFocused()
  await locateButton(lead, '发布回答').click()
  await expect(page.getByText('出门走一走。')).toBeVisible()
})
