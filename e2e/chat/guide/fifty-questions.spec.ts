// Story of fifty questions to the guide: every answer names its sources, and each one opens and holds its quote.
import { forEachInOrder } from '../../../server/src/kit/async/for-each-in-order.ts'
import type { Page } from '@playwright/test'
import { fiftyQuestions } from '../../../server/src/portal/guide/fifty-questions.cases.ts'
import { desktop, locateLog, sendText } from '../../support/conversation-steps.ts'
import { createMember, enterAs, expect, test } from '../../support/visitor.ts'

/** An account may ask ten questions a minute, and the greeting is one. */
const questionsPerAccount = 9
const groups = Array.from({ length: Math.ceil(fiftyQuestions.length / questionsPerAccount) }, (_, i) =>
  fiftyQuestions.slice(i * questionsPerAccount, (i + 1) * questionsPerAccount),
)

const squeeze = (text: string) => text.replaceAll(/\s+/g, '')
/** The last line of every answer, whether it found something or not. */
const lastLine = /急需有人帮助时，请拨打/

/** Asks, and returns the answer of the guide. */
async function ask(page: Page, question: string) {
  const endings = locateLog(page).getByText(lastLine)
  const before = await endings.count()
  await sendText(page, question)
  await expect(endings).toHaveCount(before + 1)
  const answer = locateLog(page)
    .locator('div')
    .filter({ has: page.getByText(lastLine) })
  return answer.last()
}

/** Opens a source of an answer in another tab, and returns its words and its summary. */
async function openSource(page: Page, url: string): Promise<string> {
  const source = await page.context().newPage()
  const reply = await source.goto(url)
  expect([url, reply!.status()]).toEqual([url, 200])
  // the summary of an article is in its head, for search engines
  const summary = await source.locator('meta[name=description]').getAttribute('content')
  const words = `${await source.getByRole('main').innerText()} ${summary}`
  await source.close()
  return squeeze(words)
}

test('members ask the guide fifty questions, and open every source of each answer', async ({ open, request }) => {
  test.setTimeout(300_000)
  expect(fiftyQuestions).toHaveLength(50)
  const askAll = async (questions: (typeof groups)[number]) => {
    const page = await open({ viewport: desktop })
    const { username, password } = await createMember(request)
    await enterAs(page, username, password)
    await page.goto('/im/index?to=guide')
    await expect(locateLog(page).getByText('我是站内向导，是一台机器', { exact: false })).toBeVisible()
    await forEachInOrder(questions, async ([question, title]) => {
      const answer = await ask(page, question)
      const sources = answer.getByRole('link', { name: /^《/ })
      if (title === null) {
        await expect(sources).toHaveCount(0)
        return
      }
      const text = await answer.innerText()
      expect(text).toContain(title)
      const quotes = [...text.matchAll(/^\d\. 《.*》（(.*?)）(?:：“(.*)”)?$/gm)]
      const links = await sources.all()
      expect(quotes).toHaveLength(links.length)
      await forEachInOrder(quotes.entries(), async ([i, [, name, quote = '']]) => {
        const words = await openSource(page, (await links[i]!.getAttribute('href'))!)
        // a common question has its answer in the guide, and its source is the page where to go on
        if (name !== '常见问题') expect(words).toContain(squeeze(quote.replace(/…$/, '')))
      })
    })
  }
  await Promise.all(groups.map(askAll))
})
