// Content of every help card: phone numbers, a letter to the duty staff, three things to do now, and a button that
// dismisses the card.
import type { CrisisLevel } from '@xinqiao/contract/crisis.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { DutyLetter } from './DutyLetter.tsx'
import { HelpNumbers } from './HelpNumbers.tsx'
import { helpTexts } from './help-texts.ts'

export const HelpSteps = ({ level }: { level: CrisisLevel }) => (
  <div className="leading-relaxed">
    <p>{helpTexts[level].lead}</p>
    <ol className="mt-1 list-decimal pl-5">
      {helpTexts[level].steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </div>
)

type HelpContentProps = {
  level: CrisisLevel
  /** A danger of another kind; null without one. */
  also?: CrisisLevel | null
  /** States that the text was sent, or that it waits for review. */
  fate?: string | undefined
  onClose: () => void
}

const OtherHelp = ({ level }: { level: CrisisLevel }) => (
  <section className="grid gap-2 border-t border-help-line pt-3" aria-labelledby="other-help">
    <h4 id="other-help" className="font-semibold">
      {helpTexts[level].title}
    </h4>
    <HelpSteps level={level} />
  </section>
)

export const HelpContent = ({ level, also = null, fate = '', onClose }: HelpContentProps) => (
  <div className="grid max-w-xl gap-3">
    <HelpNumbers level={level} also={also} />
    <DutyLetter level={level} />
    <HelpSteps level={level} />
    {also && <OtherHelp level={also} />}
    <p className="text-sm">
      {fate}
      {helpTexts[level].note}
    </p>
    <Button look="plain" className="justify-self-center text-warm-ink underline" onClick={onClose}>
      我知道了
    </Button>
  </div>
)
