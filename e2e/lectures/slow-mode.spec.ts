// Story of slow mode in a lecture: the notice of the wait ends with it, and the moderator reads nothing of a limit.
import { expectAccessible } from '../support/checks.ts'
import { takePicture } from '../support/pictures.ts'
import { enterAs, expect, test } from '../support/visitor.ts'
import { desktop, locateLine, openAsListener, publishTalk, write } from './lecture-steps.ts'

test('a listener who writes too fast sees the wait run down, and the moderator reads no limit', async ({
  page,
  open,
  request,
}) => {
  const address = await publishTalk(request, '慢速', 8)
  const lead = await open({ viewport: desktop })
  await enterAs(lead, 'doctor9')
  await lead.goto(address)
  await expect(lead.getByPlaceholder('说点什么', { exact: true })).toBeVisible()

  await openAsListener(page, request, address)
  await expect(page.getByPlaceholder('说点什么（每8秒一条）')).toBeVisible()
  await write(page, '第一句')
  await expect(locateLine(page, '第一句')).toBeVisible()
  await write(page, '第二句')
  const notice = page.getByText(/^发言太快了，请等\d+秒再发$/)
  await expect(notice).toBeVisible()
  await expectAccessible(page, '讲座-发言太快')
  await takePicture(page, '讲座-发言太快')
  await expect(page.getByText('发言太快了，请等2秒再发')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect(page.getByLabel('说点什么')).toHaveValue('第二句')
  await write(page, '第二句')
  await expect(locateLine(page, '第二句')).toBeVisible()
})
