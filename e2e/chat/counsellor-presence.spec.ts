// Story of a counsellor's presence on the page of the counsellor.
import { enterAs, expect, test } from '../support/visitor.ts'

/** The page reads the state every fifteen seconds. */
const patience = { timeout: 40_000 }

test('a visitor sees a counsellor come and leave while the page stays open', async ({ page, open }) => {
  await page.goto('/ConsultDetail/index?id=1')
  await expect(page.getByText('不在线，可以留言')).toBeVisible()
  const doctor = await open()
  await enterAs(doctor, 'doctor1')
  await doctor.goto('/im/index')
  await expect(page.getByText('在线', { exact: true })).toBeVisible(patience)
  await doctor.close()
  await expect(page.getByText('不在线，可以留言')).toBeVisible(patience)
})
