// Calendar entry of an appointment or a lecture (RFC 5545).
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

type CalendarEvent = {
  /** Such as `booking-7`; the same entry replaces an earlier one. */
  name: string
  title: string
  startsAt: Date
  endsAt: Date
  madeAt: Date
  now: Date
  url: string
}

export const writeCalendarFile = ({ name, title, startsAt, endsAt, madeAt, now, url }: CalendarEvent): Buffer =>
  Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Xinqiao//Calendar//ZH',
      'BEGIN:VEVENT',
      `UID:${name}@xinqiao`,
      `DTSTAMP:${formatIcsTime(now)}`,
      // increases ten times a second, so that the entry replaces an earlier one after the appointment was moved
      `SEQUENCE:${Math.max(0, Math.floor((now.getTime() - madeAt.getTime()) / 100))}`,
      `DTSTART:${formatIcsTime(startsAt)}`,
      `DTEND:${formatIcsTime(endsAt)}`,
      `SUMMARY:${escapeIcsText(title)}`,
      `URL:${url}`,
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      `DESCRIPTION:${escapeIcsText(title)}`,
      'TRIGGER:-PT1H',
      'END:VALARM',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]
      .map(foldLine)
      .join('\r\n'),
  )
