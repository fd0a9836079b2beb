// The working hours shown on a counsellor's page, as hours that can be booked: 周二至周四、周六 9:00–12:00、14:00–17:00.

const days = '一二三四五六日'
const numberOf = (day: string) => days.indexOf(day.replace('周', '')) + 1
const minuteOf = (clock: string) => Number(clock.split(':')[0]) * 60 + Number(clock.split(':')[1])

function daysOf(text: string): number[] {
  const [first = 1, last = first] = (text === '工作日' ? '周一至周五' : text).split('至').map(numberOf)
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
}

export const parseWeeklyHours = (hours: string) =>
  hours.split('，').flatMap((part) => {
    const [weekdays = '', times = ''] = part.split(' ')
    return weekdays.split('、').flatMap((text) =>
      daysOf(text).flatMap((weekday) =>
        times.split('、').map((time) => {
          const [from = '', to = ''] = time.split('–')
          return { weekday, from: minuteOf(from), to: minuteOf(to) }
        }),
      ),
    )
  })
