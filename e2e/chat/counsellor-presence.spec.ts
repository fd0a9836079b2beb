// Stories of what the page of a counsellor shows of the chat: presence, and the usual time until a reply.
import { forEachInOrder } from '../../server/src/kit/async/for-each-in-order.ts'
import { agreeToChat, desktop, findText, getAccid, locateClientLink, sendText } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { createMember, enterAs, expect, test } from '../support/visitor.ts'

/** The page reads the state every fifteen seconds. */
const patience = { timeout: 40_000 }

test('a visitor sees a counsellor come and leave while the page stays open', async ({ page, open }) => {
  await page.goto('/ConsultDetail/index?id=1')
  await expect(page.getByText('不在线，可以留言')).toBeVisible()
  const doctor = await open()
  await enterAs(doctor, 'doctor1')
  await doctor.goto('/im/index')
  await expect(page.getByText('在线', { exact: true })).toBeVisible(patience)
  // the list has the sign as well
  const list = await open({ viewport: desktop })
  await list.goto(`/Consult/index?key=${encodeURIComponent('林静安')}`)
  const row = list.getByRole('article', { name: '林静安' })
  await expect(row.getByText('在线', { exact: true })).toBeVisible()
  await takePicture(list, '咨询师-在线标记', { widths: [375, 1440], isWhole: false })
  await doctor.close()
  await expect(page.getByText('不在线，可以留言')).toBeVisible(patience)
  await expect(async () => {
    await list.reload()
    await expect(row.getByText('在线', { exact: true })).toHaveCount(0)
  }).toPass(patience)
})

test('a visitor sees how soon a counsellor usually replies, after five replies', async ({ page, open }) => {
  test.setTimeout(240_000)
  const doctor = await open({ viewport: desktop })
  await enterAs(doctor, 'doctor7')
  const doctorAccid = await getAccid(doctor)
  await doctor.goto('/im/index')
  await page.goto('/ConsultDetail/index?id=7')
  await expect(page.getByText('在线', { exact: true })).toBeVisible(patience)
  await expect(page.getByText(/^通常在/)).toHaveCount(0)
  await forEachInOrder([1, 2, 3, 4, 5], async (number) => {
    const client = await open()
    const { username, password } = await createMember(page.request)
    await enterAs(client, username, password)
    await client.goto(`/im/index?to=${doctorAccid}`)
    await agreeToChat(client)
    await sendText(client, `老师，我想约第${number}周的时间。`)
    await locateClientLink(doctor, await getAccid(client)).click()
    await expect(findText(doctor, `老师，我想约第${number}周的时间。`)).toBeVisible()
    await sendText(doctor, '好的，我看一下。')
    await expect(findText(client, '好的，我看一下。')).toBeVisible()
    await client.close()
  })
  await expect(page.getByText('通常在1分钟内回复')).toBeVisible(patience)
  await takePicture(page, '咨询师-通常回复时间', { isWhole: false })
})
