// Story of a mute in a lecture: both sides see its end, the moderator lifts it, and the asker knows who will read.
import { withStoryDatabase } from '../support/story-database.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { createUniqueText } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { signInAsSecretariat } from '../support/staff-api.ts'
import { createMember, enterAs, expect, locateButton, test } from '../support/visitor.ts'
import { chinaTime, desktop, locateLine, locateMute, openTab, write } from './lecture-steps.ts'

test('a moderator mutes a visitor, both see until when, and the moderator ends it', async ({ page, open, request }) => {
  const call = await signInAsSecretariat(request)
  const lecture = {
    title: createUniqueText('禁言'),
    speaker: '林医生',
    summary: '说说睡眠',
    introduction: '一小时。',
    startTime: chinaTime(-10),
    audience: 'public',
    credits: 0,
    neededMinutes: 1,
    slowSeconds: 0,
  }
  const { id } = await call<{ id: number }>('POST', '/admin/lecture', { ...lecture, endTime: chinaTime(50) })
  await call('POST', '/admin/lecture/moderator', { id, username: 'doctor9', name: '何医生', isAdded: true })
  await call('POST', '/admin/lecture/state', { id, state: 'published' })
  const lead = await open({ viewport: desktop })
  await enterAs(lead, 'doctor9')
  await lead.goto(`/lectures/detail?id=${id}`)
  const member = await createMember(request)
  await page.setViewportSize({ width: 375, height: 812 })
  await enterAs(page, member.username, member.password)
  await page.goto(`/lectures/detail?id=${id}`)

  await openTab(page, /^提问/)
  await expect(page.getByText(/回答以后，所有能看这场讲座的人都会看到这个问题和您的名字“听众\d+”。/)).toBeVisible()
  await takePicture(page, '讲座-提问前')
  await openTab(page, /^聊天/)
  await write(page, '加我微信领资料')
  await locateButton(page, '举手').click()
  await expect(lead.getByRole('button', { name: /^举手（1）/ })).toBeVisible()

  await expect(locateLine(lead, '加我微信领资料')).toBeVisible()
  await lead.getByRole('button', { name: /的消息：加我微信领资料$/ }).click()
  await locateMute(lead).click()
  await expect(lead.getByText(/^已禁言到\d\d:\d\d$/)).toBeVisible()
  await expect(locateMute(lead)).toHaveCount(0)
  await expect(lead.getByRole('button', { name: /^举手（1）/ })).toHaveCount(0)
  const note = page.getByText(/^您已被禁言，\d\d:\d\d后可以继续发言。$/)
  await expect(note).toBeVisible()
  await expect(locateButton(page, '发送')).toBeDisabled()
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '讲座-被禁言')
  await takePicture(page, '讲座-被禁言')
  await openTab(page, /^提问/)
  await expect(note).toBeVisible()
  await expect(locateButton(page, '提交问题')).toBeDisabled()
  await takePicture(page, '讲座-被禁言-提问')
  await openTab(page, /^聊天/)
  // words of danger that cannot be sent still bring help
  await page.getByLabel('说点什么').fill('我不想活了')
  const card = page.getByRole('region', { name: /您不必一个人扛/ })
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
  await expect(card.getByRole('button', { name: '写信给值班人员' })).toBeVisible()
  await takePicture(page, '讲座-被禁言的求助卡片', { isWhole: false })
  await page.getByLabel('说点什么').fill('')
  await takePicture(lead, '讲座-已禁言')
  // both know it after a reload
  await Promise.all([page, lead].map((side) => side.reload()))
  await expect(note).toBeVisible()
  await expect(lead.getByText(/^已禁言到\d\d:\d\d$/)).toBeVisible()

  await test.step('so does the moderator when the notice is no longer among the loaded messages', async () => {
    await withStoryDatabase(
      async (sql) => {
        const notices = await sql`
          delete from im_room_message where type = 5 and room_id = (select room_id from lecture where id = ${id})
          returning 1`
        expect(notices.length).toBeGreaterThan(0)
      },
      { DATA_DIR: process.env.E2E_DATA ?? 'tmp/e2e-data' },
    )
    await lead.reload()
    await expect(lead.getByText(/^已禁言到\d\d:\d\d$/)).toBeVisible()
    await locateButton(lead, '禁言中（1）').click()
    const mutes = lead.getByRole('dialog', { name: '禁言中的人' })
    await expect(mutes.getByRole('listitem')).toContainText(/^听众\d+到\d\d:\d\d/)
    await expectAccessible(lead, '讲座-禁言中的人')
    await takePicture(lead, '讲座-禁言中的人', { isWhole: false })
    await lead.keyboard.press('Escape')
    // the questions are for the audience
    await openTab(lead, /^提问/)
    await expect(lead.getByText('还没有问题')).toBeVisible()
    await expect(lead.getByLabel('我的问题')).toHaveCount(0)
    await openTab(lead, /^聊天/)

    await lead.getByRole('button', { name: /的消息：加我微信领资料$/ }).click()
    await lead.getByRole('button', { name: /^解除.*的禁言$/ }).click()
    await expect(lead.getByText(/^已禁言到/)).toHaveCount(0)
    await expect(note).toHaveCount(0)
    await expect(locateButton(page, '举手')).toBeVisible()
    await write(page, '对不起')
    await expect(locateLine(lead, '对不起')).toBeVisible()
  })

  await test.step('after the end, the page says how long the room stays open', async () => {
    await call('PUT', '/admin/lecture', { id, ...lecture, endTime: chinaTime(-1) })
    await expect(page.getByText(/^已过讲座的结束时间，交流到\d\d:\d\d关闭。$/)).toBeVisible({ timeout: 60_000 })
    await takePicture(page, '讲座-结束后的交流')
  })
})
