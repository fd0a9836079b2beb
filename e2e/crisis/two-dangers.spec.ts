// Story of a writer with two dangers of different kinds: the card has help for both, also after a reload.
import { expectAccessible, expectFitsWidth } from '../support/checks.ts'
import { agreeToChat, openConversation, phone, sendText } from '../support/conversation-steps.ts'
import { takePicture } from '../support/pictures.ts'
import { expect, test } from '../support/visitor.ts'

test.use({ trace: 'off', viewport: phone })

test('help against violence joins the card of a writer who wants to die', async ({ page, open }) => {
  await openConversation(page, open, 'doctor11')
  await agreeToChat(page)
  await sendText(page, '我不想活了')
  const card = page.getByRole('alert', { name: /您不必一个人扛/ })
  await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
  await expect(card.getByRole('link', { name: '拨打12338' })).toHaveCount(0)
  await sendText(page, '我老公天天打我，刚才又打了')
  const expectBoth = async () => {
    await expect(card.getByRole('link', { name: '拨打12356' })).toBeVisible()
    await expect(card.getByRole('heading', { name: '这不是您的错，您可以得到保护' })).toBeVisible()
    for (const number of ['110', '12338']) {
      const link = card.getByRole('link', { name: `拨打${number}` })
      await expect(link).toHaveCount(1)
      expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    }
  }
  await expectBoth()
  await page.reload()
  await expectBoth()
  await expectFitsWidth(page, 375)
  await expectAccessible(page, '两种危险的求助卡片')
  await takePicture(page, '求助卡片-两种危险', { isWhole: false })
  await card.getByRole('button', { name: '我知道了' }).click()
  await expect(card).toHaveCount(0)
})
