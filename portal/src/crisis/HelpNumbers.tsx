// Call buttons of a help card: the most important number over the full width, the others side by side below it.
import { crisisLevelTable, helplines, type CrisisLevel, type Helpline } from '@xinqiao/contract/crisis.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'

const look = 'flex min-h-12 flex-wrap items-center justify-center rounded-card px-1.5 py-1.5 text-center leading-tight'

const CallLink = ({ number, isFirst }: { number: Helpline; isFirst: boolean }) => (
  <a
    href={`tel:${number}`}
    className={
      isFirst
        ? `${look} col-span-full gap-x-2 bg-warm-deep font-semibold text-white hover:bg-warm-ink`
        : `${look} flex-col border border-help-line bg-white font-semibold text-warm-deep hover:border-warm-deep`
    }
  >
    {isFirst && <Icon name="phone" className="size-4.5" />}
    <span>拨打{number}</span>
    <span className={isFirst ? '' : 'text-xs font-normal text-warm-ink'}>{helplines[number]}</span>
  </a>
)

const columns = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' }

export function HelpNumbers({ level }: { level: CrisisLevel }) {
  const { numbers } = crisisLevelTable[level]
  const others = (numbers.length - 1) as keyof typeof columns
  return (
    <div className={`grid gap-2 ${columns[others]}`}>
      {numbers.map((number, i) => (
        <CallLink key={number} number={number} isFirst={i === 0} />
      ))}
    </div>
  )
}
