// Stories of reactions under messages, of bursts of messages, and of recalls after a reload.
import { forEachInOrder } from '../../server/src/kit/async/for-each-in-order.ts'
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import {
  chooseInLineMenu,
  findText,
  locateLog,
  sendText,
  takeConversationPicture,
} from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup } from '../support/group-steps.ts'
import { expect, test } from '../support/visitor.ts'

// traces read blobs of the page, which the content security policy forbids
test.use({ trace: 'off' })

test('members react to a message, see the numbers live, and take a reaction back', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const [li, zhou] = [members[0]!, members[1]!]
  await Promise.all([owner, li].map((member) => openGroup(member, group)))
  await forEachInOrder(Array(14).keys(), (i) =>
    li.device.request('msg.sendMsg', {
      scene: 'team',
      to: group.ref.teamId,
      idClient: crypto.randomUUID(),
      content: { type: 0, text: `第${i + 1}天` },
    }),
  )
  await sendText(owner.page, '这周睡得好一点了')
  await expect(findText(li.page, '这周睡得好一点了')).toBeVisible()
  await chooseInLineMenu(li.page, '这周睡得好一点了', '抱抱')
  const reactionsOf = ({ page }: typeof owner) => locateLog(page).getByRole('list', { name: '回应' })
  await expect(reactionsOf(li).getByRole('button', { name: '抱抱，1人，您已选' })).toBeVisible()
  await reactionsOf(owner).getByRole('button', { name: '抱抱，1人' }).click()
  await expect(reactionsOf(li).getByRole('button', { name: '抱抱，2人，您已选' })).toBeVisible()
  await chooseInLineMenu(owner.page, '这周睡得好一点了', '感谢')
  // a member who opens the group later
  await openGroup(zhou, group)
  await expect(reactionsOf(zhou).getByRole('button')).toHaveText([/2$/, /1$/])
  await expect(reactionsOf(zhou).getByRole('button').first()).toBeInViewport({ ratio: 1 })
  await takeConversationPicture(li.page, '回应')
  await takeConversationPicture(owner.page, '回应')
  await expectAccessible(li.page, '回应')
  await expectAccessible(owner.page, '回应')
  await expectFitsWidth(li.page, 320)
  await li.page.setViewportSize({ width: 375, height: 812 })
  await reactionsOf(li).getByRole('button', { name: '抱抱，2人，您已选' }).click()
  await expect(reactionsOf(owner).getByRole('button', { name: '抱抱，1人，您已选' })).toBeVisible()
  closeDevices(group)
})

test('a member who writes too fast reads why a line waits, and loses nothing', async ({ open }) => {
  test.setTimeout(240_000)
  const group = await createGroup(open)
  const { owner, members } = group
  const li = members[0]!
  await openGroup(li, group)
  await openGroup(owner, group)
  // the server counts these as well, without a queue that waits
  const texts = Array.from({ length: 20 }, (_, i) => `第${i + 1}句`)
  await Promise.all(
    texts.map((text) =>
      li.device.request('msg.sendMsg', {
        scene: 'team',
        to: group.ref.teamId,
        idClient: crypto.randomUUID(),
        content: { type: 0, text },
      }),
    ),
  )
  await sendText(li.page, '还有一句')
  await expect(li.page.getByText(/您发得有点快，\d+秒内会自动发出/)).toBeVisible()
  await takeConversationPicture(li.page, '发得有点快')
  await expect(findText(owner.page, '还有一句')).toBeVisible({ timeout: 20_000 })
  await expect(li.page.getByText(/您发得有点快/)).toHaveCount(0)
  closeDevices(group)
})

test('the notice of a recall is still there after a reload', async ({ open }) => {
  const group = await createGroup(open)
  const { owner, members } = group
  const li = members[0]!
  await openGroup(owner, group)
  await sendText(owner.page, '第一句')
  await sendText(owner.page, '写错了')
  const line = locateLog(owner.page).locator('.chat-line', { hasText: '写错了' })
  await line.getByRole('button', { name: '撤回' }).click()
  await expect(findText(owner.page, '你撤回了一条消息')).toBeVisible()
  await openGroup(li, group)
  for (const { page, notice } of [
    { page: owner.page, notice: '你撤回了一条消息' },
    { page: li.page, notice: '王敏撤回了一条消息' },
  ]) {
    await page.reload()
    await expect(findText(page, notice)).toHaveCount(1)
  }
  await takeConversationPicture(li.page, '刷新后的撤回')
  closeDevices(group)
})
