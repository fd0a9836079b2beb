// Call buttons of a help card: the most important number over the full width, the others side by side where they fit.
import { crisisLevelTable, helplines, type CrisisLevel, type HelplineNumber } from '@xinqiao/contract/crisis.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'

const numberClasses =
  'flex min-h-12 flex-wrap items-center justify-center rounded-card px-1.5 py-1.5 text-center leading-tight'

const CallLink = ({ number, isFirst }: { number: HelplineNumber; isFirst: boolean }) => (
  <a
    href={`tel:${number}`}
    className={
      isFirst
        ? `${numberClasses} basis-full gap-x-2 bg-warm-deep font-semibold text-white hover:bg-warm-ink`
        : `${numberClasses} flex-1 basis-24 flex-col border border-help-line bg-white font-semibold text-warm-deep hover:border-warm-deep`
    }
  >
    {isFirst && <Icon name="phone" className="size-4.5" />}
    <span>拨打{number}</span>
    <span className={isFirst ? '' : 'text-xs font-normal text-warm-ink'}>{helplines[number]}</span>
  </a>
)

/** @param also a danger of another kind, whose numbers follow */
export function HelpNumbers({ level, also = null }: { level: CrisisLevel; also?: CrisisLevel | null }) {
  const numbers = new Set([...crisisLevelTable[level].numbers, ...(also ? crisisLevelTable[also].numbers : [])])
  return (
    <div className="flex flex-wrap gap-2">
      {[...numbers].map((number, i) => (
        <CallLink key={number} number={number} isFirst={i === 0} />
      ))}
    </div>
  )
}
