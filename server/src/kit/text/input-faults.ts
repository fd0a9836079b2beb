// Messages about invalid input for the developer of a page, where a rule of the contract has none of its own.
import type { z } from 'zod'

const kindNames: Record<string, string> = {
  string: '字符串',
  number: '数字',
  int: '整数',
  boolean: '布尔值',
  array: '数组',
  object: '对象',
}
/** Units of the size of an input; a number has no entry here. */
const units: Record<string, string> = { string: '个字符', array: '项' }

function describeFault(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    const kind = kindNames[issue.expected] ?? issue.expected
    if (issue.input === undefined) return `不能缺少，应为${kind}`
    return `必须是${kind}${typeof issue.input === 'number' ? `，收到的是数字${issue.input}` : ''}`
  }
  if (issue.code === 'invalid_value') return `只能是${issue.values.map(String).join('、')}`
  if (issue.code === 'too_big') {
    const unit = units[issue.origin]
    return unit ? `不能超过${issue.maximum}${unit}` : `不能大于${issue.maximum}`
  }
  if (issue.code === 'too_small') {
    const unit = units[issue.origin]
    if (unit && Number(issue.minimum) === 1) return '不能为空'
    return unit ? `不能少于${issue.minimum}${unit}` : `不能小于${issue.minimum}`
  }
  if (issue.code === 'unrecognized_keys') return `没有参数${issue.keys.join('、')}`
  return '不正确'
}

/** Options of `safeParse` for input that a developer has written. */
export const developerInput = { error: describeFault }
