// Story of a member whose network is away while others write in the group that is open on the screen.
import { findText } from '../support/conversation-steps.ts'
import { closeDevices, openGroupOnNetwork, sendFromDevice } from '../support/group-steps.ts'
import { forgetRefusedPolls } from '../support/socket-network.ts'
import { expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

test('messages that an open group shows after an outage are read on every device', async ({ open, faults }) => {
  test.setTimeout(240_000)
  const { group, li, network } = await openGroupOnNetwork(open)
  const { owner, ref } = group
  const countUnread = () => li.device.store.conversations.get(`team-${ref.teamId}`)?.session.unread
  await expect.poll(countUnread).toBe(0)
  network.cut()
  await expect(li.page.getByText('网络已断开，正在重新连接…未发出的文字会自动发送')).toBeVisible()
  await sendFromDevice(owner, group, '今晚八点读第三章')
  await sendFromDevice(owner, group, '带上自己的书')
  await expect.poll(countUnread).toBe(2)
  network.restore()
  await expect(findText(li.page, '带上自己的书')).toBeVisible({ timeout: 30_000 })
  await expect.poll(countUnread).toBe(0)
  forgetRefusedPolls(faults)
  closeDevices(group)
})
