// A link to a meeting in a list, with its days, place and state.
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { formatDays } from './Programme.tsx'

type MeetingLinkProps = {
  href: string
  title: string
  meeting: Parameters<typeof formatDays>[0] & { location: string }
  /** The first label is highlighted. */
  labels: readonly string[]
}

export const MeetingLink = ({ href, title, meeting, labels }: MeetingLinkProps) => (
  <a href={href} className="group -mx-3 flex items-center gap-x-4 rounded-lg px-3 py-4 hover:bg-tint">
    <span className="min-w-0 flex-1">
      <span className="block font-semibold text-balance text-ink group-hover:text-brand-deep">{title}</span>
      <span className="mt-0.5 block text-compact text-muted">
        {formatDays(meeting)}，{meeting.location}
      </span>
      <span className="mt-1.5 flex flex-wrap gap-2 text-sm">
        {labels.map((label, i) => (
          <span
            key={label}
            className={`rounded-full px-3 py-1 ${i === 0 ? 'bg-tint text-brand-deep' : 'bg-page text-muted'}`}
          >
            {label}
          </span>
        ))}
      </span>
    </span>
    <Icon name="arrowRight" className="size-5 shrink-0 text-muted" />
  </a>
)
