// Stories of two people who change the same group at the same time: the later one learns of it, and loses nothing.
import { expectAccessible } from '../support/checks.ts'
import { createUniqueText, openConsole } from '../support/console.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, locateButton, test } from '../support/visitor.ts'

const desktop = { width: 1440, height: 900 }

test('two members of staff change one group, and the second one decides after seeing the change', async ({ open }) => {
  test.setTimeout(240_000)
  const first = await open({ viewport: desktop })
  await openConsole(first, '/peer-groups/new', 'service')
  const title = createUniqueText('散步')
  await first.getByLabel('小组名称').fill(title)
  await first.getByLabel('一句话介绍').fill('一起走走')
  await first.getByLabel('小组介绍').fill('每周六上午。')
  await first.getByLabel('小组规则').fill('互相尊重。')
  await first.getByLabel('带领者账号', { exact: true }).fill('doctor10')
  await locateButton(first, '保存').click()
  await expect(first.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  const second = await open({ viewport: desktop })
  await enterAs(second, 'admin')
  await second.goto(first.url())
  await expect(second.getByLabel('小组规则')).toHaveValue('互相尊重。')

  await first.getByLabel('小组规则').fill('互相尊重，准时到。')
  const isSaved = first.waitForResponse((reply) => reply.request().method() === 'PUT' && reply.ok())
  await locateButton(first, '保存').click()
  await isSaved
  await second.getByLabel('一句话介绍').fill('周六一起走走')
  await locateButton(second, '保存').click()
  const notice = second.getByRole('alert').filter({ hasText: '小组规则现在是' })
  await expect(notice).toContainText('小组资料刚刚被他人修改，您写的还在这里')
  await expect(notice).toContainText('小组规则现在是：互相尊重，准时到。')
  await expect(second.getByLabel('一句话介绍')).toHaveValue('周六一起走走')
  await takePicture(second, '后台-小组-他人修改')
  await expectAccessible(second, '后台-小组-他人修改')

  // takes the change of the other one over, and saves again
  await second.getByLabel('小组规则').fill('互相尊重，准时到。')
  await locateButton(second, '保存').click()
  await expect(second.getByText('保存成功')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await first.reload()
  await expect(first.getByLabel('一句话介绍')).toHaveValue('周六一起走走')
  await expect(first.getByLabel('小组规则')).toHaveValue('互相尊重，准时到。')
})
