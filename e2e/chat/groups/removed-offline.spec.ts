// Stories of members who write without a network, and whose membership ends before the line is sent.
import { expectAccessible } from '../../support/checks.ts'
import { locateLog, sendText, takeConversationPicture } from '../../support/conversation-steps.ts'
import { closeDevices, openGroupOnNetwork, type TestGroup } from '../../support/group-steps.ts'
import { forgetRefusedPolls } from '../../support/socket-network.ts'
import { expect, locateButton, test } from '../../support/visitor.ts'

test.use({ trace: 'off' })

const removal = {
  name: '离线时被移出',
  end: ({ owner, members, ref }: TestGroup) =>
    owner.device.request('team.removeTeamMembers', { ...ref, accounts: [members[0]!.accid] }),
  message: '您已不在这个小组里',
}
const dissolution = {
  name: '离线时解散',
  end: ({ owner, ref }: TestGroup) => owner.device.request('team.dismissTeam', ref),
  message: '这个小组已解散，消息不再显示',
}

for (const [words, { name, end, message }] of [
  ['今晚读到第三章', removal],
  ['我写好遗书了，今晚就走', removal],
  ['今晚读到第四章', dissolution],
] as const)
  test(`${name}: the words “${words}” were not delivered, and can be copied only`, async ({ open, faults }) => {
    test.setTimeout(240_000)
    const { group, li, network } = await openGroupOnNetwork(open)
    network.cut()
    await expect(li.page.getByText('网络已断开，正在重新连接…未发出的文字会自动发送')).toBeVisible()
    await sendText(li.page, words)
    await expect(locateLog(li.page).getByText('正在发送')).toBeVisible()
    await end(group)
    network.restore()
    await expect(li.page.getByText(message)).toBeVisible({ timeout: 30_000 })
    await expect(locateLog(li.page).getByText(/没有送达/)).toBeVisible()
    await expect(locateLog(li.page).getByText('正在发送')).toHaveCount(0)
    await expect(locateButton(li.page, '重新发送')).toHaveCount(0)
    await li.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await locateLog(li.page).getByRole('button', { name: '复制', exact: true }).click()
    await expect(li.page.locator('#toasts')).toContainText('已复制')
    expect(await li.page.evaluate(() => navigator.clipboard.readText())).toBe(words)
    await takeConversationPicture(li.page, `${name}-${words.length}`)
    await expectAccessible(li.page, name)
    await li.page.setViewportSize({ width: 1440, height: 900 })
    await takeConversationPicture(li.page, `${name}-${words.length}`)
    forgetRefusedPolls(faults)
    closeDevices(group)
  })
