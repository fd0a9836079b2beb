// Tests of the scroll boxes around article tables.
import { expect, test } from 'vitest'
import { wrapTables } from './body.ts'

test('puts every table into a box and changes nothing else', () => {
  const box = '<div class="table-box" tabindex="0" role="group" aria-label="表格">'
  expect(wrapTables('<p>前</p><table class="a"><tr><td>1</td></tr></table><p>后</p><table></table>')).toBe(
    `<p>前</p>${box}<table class="a"><tr><td>1</td></tr></table></div><p>后</p>${box}<table></table></div>`,
  )
  expect(wrapTables('<p>没有表格</p>')).toBe('<p>没有表格</p>')
})
