// Labels of the dialogs in which staff dissolve a group.
import type { ReasonLabels } from '../kit/forms/ReasonDialog.tsx'

/** @param alertCount number of members with an open crisis alert, whom the end of the group may hit */
export const createDissolveLabels = (note: string, alertCount: number): ReasonLabels => ({
  ok: '解散',
  label: '解散原因',
  note:
    alertCount === 0
      ? note
      : `有${alertCount}位成员的危机提醒还没有结束，小组可能是他们得到支持的地方。请先和跟进人商量。${note}`,
  isDanger: true,
})
