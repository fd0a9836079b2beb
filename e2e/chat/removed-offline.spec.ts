// Story of a member who writes without a network, and is removed from the group before the line is sent.
import { findText, locateLog, sendText, takeConversationPicture } from '../support/conversation-steps.ts'
import { closeDevices, createGroup, openGroup, sendFromDevice } from '../support/group-steps.ts'
import { controlSockets, forgetRefusedPolls } from '../support/socket-network.ts'
import { expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

for (const words of ['今晚读到第三章', '我写好遗书了，今晚就走'])
  test(`a member removed while offline sees that “${words}” was not delivered`, async ({ open, faults }) => {
    test.setTimeout(180_000)
    const group = await createGroup(open)
    const { owner, members, ref } = group
    const li = members[0]!
    const network = await controlSockets(li.page)
    await openGroup(li, group)
    await sendFromDevice(owner, group, '欢迎大家')
    await expect(findText(li.page, '欢迎大家')).toBeVisible()
    network.cut()
    await expect(li.page.getByText('网络已断开，正在重新连接…未发出的消息会自动发送')).toBeVisible()
    await sendText(li.page, words)
    await expect(locateLog(li.page).getByText('正在发送')).toBeVisible()
    await owner.device.request('team.removeTeamMembers', { ...ref, accounts: [li.accid] })
    network.restore()
    await expect(li.page.getByText('您已不在这个小组里')).toBeVisible({ timeout: 30_000 })
    await expect(locateLog(li.page).getByText(/没有送达/)).toBeVisible()
    await expect(locateLog(li.page).getByText('正在发送')).toHaveCount(0)
    await takeConversationPicture(li.page, `离线时被移出-${words.length}`)
    forgetRefusedPolls(faults)
    closeDevices(group)
  })
