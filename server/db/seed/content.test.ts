// Tests that the texts of the demo site are complete, and rendered like those of the article editor.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { renderArticle } from './article-html.ts'
import { articlesFor } from './articles.ts'
import { readContent, splitSections } from './content.ts'
import { counsellors } from './counsellors.ts'
import { examQuestions } from './exam-questions.ts'
import { questions, unanswered } from './questions.ts'

test('renders an article as one line per block', () => {
  const markdown = `开头**一定**，之后。

## 标题

- 一；
- 二。

1. 先
2. 后

> “引文。”
>
> 第二段

![图的说明](cover-01)

| 项目 | 条件 |
| --- | --- |
| 甲 | 乙 |

<table><tbody>{duesIncome}</tbody></table>

网址 https://example.test 不成链接`
  expect(renderArticle(markdown)).toBe(
    [
      '<p>开头<strong>一定</strong>，之后。</p>',
      '<h2>标题</h2>',
      '<ul><li>一；</li><li>二。</li></ul>',
      '<ol><li>先</li><li>后</li></ol>',
      '<blockquote><p>“引文。”</p><p>第二段</p></blockquote>',
      '<img data-art="cover-01" alt="图的说明">',
      '<table><thead><tr><th>项目</th><th>条件</th></tr></thead><tbody><tr><td>甲</td><td>乙</td></tr></tbody></table>',
      '<table><tbody>{duesIncome}</tbody></table>',
      '<p>网址 https://example.test 不成链接</p>',
    ].join('\n'),
  )
})

test('names the file whose front matter is wrong', () => {
  expect(() => readContent('conversations', z.strictObject({ member: z.number() }))).toThrow(
    /conversations\/01-member6-doctor3\.md/,
  )
})

test('splits a text at its headings', () => {
  expect(splitSections('正文\n\n## 甲\n\n一\n\n## 乙\n\n二')).toEqual({
    before: '正文',
    sections: [
      { heading: '甲', text: '一' },
      { heading: '乙', text: '二' },
    ],
  })
})

test('articles have unique keys, existing drawings, and neither Markdown nor placeholders', () => {
  const articles = articlesFor(new Date('2026-11-23T00:00:00+08:00'))
  expect(new Set(articles.map(({ key }) => key)).size).toBe(articles.length)
  for (const { key, body, cover, summary } of articles) {
    const drawings = [...body.matchAll(/data-art="([\w-]+)"/g)].map(([, name]) => name!)
    for (const name of cover === null ? drawings : [cover, ...drawings])
      expect(existsSync(path.join(import.meta.dirname, 'art', `${name}.svg`)), `${key}: ${name}`).toBe(true)
    expect(`${summary}${body}`, key).not.toMatch(/\*\*|^#|^[-|] |\{[+=-]/m)
  }
})

test('questions and exam questions are complete', () => {
  expect(questions.length).toBeGreaterThan(0)
  for (const { title, content, answers } of questions) {
    expect(content, title).not.toBe('')
    expect(answers.length, title).toBeGreaterThan(0)
    for (const [counsellor, text] of answers) {
      expect(counsellors[counsellor - 1], title).toBeDefined()
      expect(text, title).not.toBe('')
    }
  }
  expect(unanswered.every(({ answers }) => answers.length === 0)).toBe(true)
  for (const { kind, content, options, answer } of examQuestions) {
    expect(options.length, content).toBe(kind === 2 ? 0 : 4)
    expect(answer, content).toMatch(kind === 2 ? /^[TF]$/ : kind === 0 ? /^[A-D]$/ : /^[A-D]{2,4}$/)
  }
})
