// Tests that escaped text is neither markup nor the end of an attribute.
import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('escapes every character of markup, and no other', () => {
  expect(escapeHtml(`<b title="它's">R&D</b> 报告`)).toBe('&lt;b title=&quot;它&#39;s&quot;&gt;R&amp;D&lt;/b&gt; 报告')
})
