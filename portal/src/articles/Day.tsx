// Shows the day of a time in the wire format `2026-11-21 08:30:00`.
type DayProps = { time: string; short?: boolean }

export const Day = ({ time, short = false }: DayProps) => (
  <time dateTime={time.slice(0, 10)} className="shrink-0 text-fine text-muted tabular-nums">
    {short ? time.slice(5, 10) : time.slice(0, 10)}
  </time>
)
