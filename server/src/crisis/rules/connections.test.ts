// Tests of messages about failed calls, and of danger in the same words.
import { expect, test } from 'vitest'
import { detectCrisis } from '../detect.ts'

test.each([
  '刚才没插耳机，现在好了，请再打来',
  '刚才没插耳机，现在好了，请再打过来',
  '刚才断线了，您再打给我吧',
  '刚刚掉线了，麻烦您再呼叫一次',
  '我这边信号不好，您能再打一次吗',
  '不好意思，手机没电了，充上了，请重新拨一下',
  '您那边声音断了',
  '我先挂了，老板来了',
  '先挂了，孩子醒了',
  '我先挂了，外卖到了',
])('raises no alarm for %s', (text) => {
  expect(detectCrisis(text)).toBeNull()
})

test.each([
  '刚才没插耳机，药已经吃下去了，您不用再打来了',
  '手机快没电了，站在楼顶上，您别再打了',
  '刚才断线了，我把绳子系好了，您再打给我也没用了',
  '我先挂了，绳子系好了',
  '我先挂了，下辈子再见',
])('raises an alert for %s, which says more', (text) => {
  expect(detectCrisis(text)).not.toBeNull()
})
