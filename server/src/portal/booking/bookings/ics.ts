// Calendar entry of an appointment (RFC 5545). Other people may see the calendar, so it contains only the time.
const formatIcsTime = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
const escapeIcsText = (text: string) => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)

/** RFC 5545: lines end in CRLF and have at most 75 bytes. */
function foldLine(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (Buffer.byteLength(part + character) > 74) {
      parts.push(part)
      part = ` ${character}`
    } else part += character
  }
  return [...parts, part].join('\r\n')
}

type CalendarEvent = { id: number; startsAt: Date; endsAt: Date; madeAt: Date; now: Date; url: string }

export const writeCalendarFile = ({ id, startsAt, endsAt, madeAt, now, url }: CalendarEvent): Buffer =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Xinqiao//Booking//ZH',
      'BEGIN:VEVENT',
      `UID:booking-${id}@xinqiao`,
      `DTSTAMP:${formatIcsTime(now)}`,
      // increases, so that the entry replaces an earlier one after the appointment was moved
      `SEQUENCE:${Math.max(0, Math.floor((now.getTime() - madeAt.getTime()) / 1000))}`,
      `DTSTART:${formatIcsTime(startsAt)}`,
      `DTEND:${formatIcsTime(endsAt)}`,
      `SUMMARY:${escapeIcsText('心桥预约')}`,
      `URL:${url}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeIcsText('心桥预约')}`,
      'TRIGGER:-PT1H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]
      .map(foldLine)
      .join('\r\n'),
  )
