// Chinese labels of the contract's names.
export const difficultyOptions = [
  { value: 1, label: '易' },
  { value: 2, label: '中' },
  { value: 3, label: '难' },
]
export const kindOptions = [
  { value: 0, label: '单选题' },
  { value: 1, label: '多选题' },
  { value: 2, label: '判断题' },
]
export const partialOptions = [
  { value: 'none', label: '全对得分，少选、错选不得分' },
  { value: 'half', label: '少选得一半分，错选不得分' },
  { value: 'each', label: '少选按选对的比例得分，错选不得分' },
]
export const examStates = { draft: '未发布', open: '已发布', cancelled: '已取消' } as const
export const paperStates = { draft: '未定稿', ready: '已定稿' } as const
export const submissionLabels = { examinee: '考生交卷', clock: '到时自动交卷', examiner: '考务结束' } as const
export const formatAnswer = (answer: string | null): string =>
  answer === null ? '全体给分' : answer === 'T' ? '正确' : answer === 'F' ? '错误' : answer

export const labelOfOption = (
  options: readonly { value: number; label: string }[],
  value: number | null,
  unset = '',
): string => options.find((option) => option.value === value)?.label ?? unset
