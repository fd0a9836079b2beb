// Texts of the pages of lectures.
export const lectureTexts = {
  title: '直播讲座',
  lead: '专家在线讲解心理健康知识，可以提问、交流；错过了可以看回放，聊天随回放一起出现。',
} as const

/** `2026-11-21 20:00:00` and the end become `11月21日（周六）20:00–21:00`, in Beijing time. */
export function formatLectureTime(startTime: string, endTime: string): string {
  const day = new Date(`${startTime.slice(0, 10)}T00:00:00Z`)
  const weekday = '日一二三四五六'[day.getUTCDay()]
  const date = `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日（周${weekday}）`
  const isSameDay = startTime.slice(0, 10) === endTime.slice(0, 10)
  return `${date}${startTime.slice(11, 16)}–${isSameDay ? '' : `${endTime.slice(5, 10)} `}${endTime.slice(11, 16)}`
}
