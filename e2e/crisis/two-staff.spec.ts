// Story of two duty staff on the same alert: what one of them types survives what the other does, and news are not
// taken as seen.
import { roles } from '@xinqiao/contract/roles.ts'
import { expectAccessible } from '../support/checks.ts'
import { desktop, phone } from '../support/conversation-steps.ts'
import { postJson } from '../support/counsellor-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { locateButton, enterAs, enterAsNewMember, expect, test } from '../support/visitor.ts'

test.use({ trace: 'off' })

const note = '二十点三十分打过电话，没有接通，准备联系家人'

test('a note survives what other duty staff do, and an alert with unseen news is not ended unasked', async ({
  page,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const member = await open({ viewport: phone })
  const { username } = await enterAsNewMember(member, request)
  const sendLetter = (text: string) => postJson(member, '/care/letter', { text, level: 'plan' })
  await sendLetter('我不想活了，药都准备好了')
  await page.setViewportSize(desktop)
  await enterAs(page, 'service')
  await page.goto('/admin/care?state=open')
  await page.getByRole('link', { name: `查看并接手：${username}` }).click()
  await locateButton(page, '由我接手').dblclick()
  await page.getByLabel('跟进情况').fill(note)

  // the other person takes over while a letter arrives
  const admin = await open({ viewport: desktop })
  await enterAs(admin, 'admin')
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const people = (await (await admin.request.get('/prod-api/admin/care/duty')).json()) as {
    data: { id: number; roleId: number }[]
  }
  const accountId = people.data.find(({ roleId }) => roleId === roles.administrator)!.id
  await sendLetter('我已经在楼顶了')
  await postJson(admin, '/admin/care/handOver', { id, accountId, text: '由我继续' })
  await expect(page.getByText('由我继续', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('您打开页面后又有1条新的表达')).toBeVisible()
  await expect(page.getByLabel('跟进情况')).toHaveValue(note)
  await expect(page.getByLabel('跟进情况')).toBeFocused()

  await page.getByRole('combobox', { name: '处理结果' }).click()
  await page.getByTitle('已联系本人或家人，情况稳定').click()
  await locateButton(page, '保存记录').click()
  const question = page.getByRole('dialog', { name: '还有1条新的表达没有看' })
  await expect(question).toBeVisible()
  await takePicture(page, '结束前询问', { isWhole: false })
  await question.getByRole('button', { name: '先去查看' }).click()
  await expect(page.getByText('您打开页面后又有1条新的表达')).toHaveCount(0)
  await expect(page.getByLabel('跟进情况')).toHaveValue(note)

  // the other person ends the alert
  await postJson(admin, '/admin/care/close', { id, outcome: 'referred', text: '已转介医院', seenHits: 2 })
  await expect(page.getByText('已转介医院', { exact: true })).toBeVisible({ timeout: 20_000 })
  await expect(page.getByLabel('跟进情况')).toHaveValue(note)
  await expectAccessible(page, '他人结束后的记录')
  await takePicture(page, '他人结束后的记录')
  await locateButton(page, '补充记录').click()
  await expect(page.getByRole('listitem').filter({ hasText: note })).toBeVisible()
  await expect(page.getByLabel('跟进情况')).toHaveValue('')
})
