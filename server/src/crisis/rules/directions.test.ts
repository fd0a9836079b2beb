// Tests of questions about the way to places that plans name, too.
import { expect, test } from 'vitest'
import { detectCrisis } from '../detect.ts'

test.each([
  '地下车库怎么走',
  '地下车库在哪',
  '走廊尽头是什么地方',
  '大厦地下一层有停车场，前两小时免费，之后每小时5元。',
  '请问协会门口的桥怎么走',
  '负一楼车库停车收费吗',
])('raises no alarm for %s', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test.each([
  '地下车库怎么走，我想死在那里',
  '车库在哪，把车门关上就不疼了，我已经想好了',
  '走廊尽头的窗户能打开，我准备跳下去',
  '停车场免费，没人会发现我，车里放了炭盆',
])('raises an alarm for %s, which says more', (text) => {
  expect(detectCrisis(text)).not.toBeNull()
})
