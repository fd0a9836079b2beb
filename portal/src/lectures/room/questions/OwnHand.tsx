// The reader's hand: raising it, and the notice that the moderator calls on the reader.
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'

/** Shown on all tabs, because the reader may be reading the questions. */
export const CallNotice = ({ isCalled }: { isCalled: boolean }) => (
  <output
    className={
      isCalled ? 'flex gap-2 border-b border-line bg-warm-tint px-4 py-2 text-compact text-warm-deep' : 'sr-only'
    }
  >
    {isCalled && (
      <>
        <Icon name="chat" className="mt-1 size-4" />
        <span className="min-w-0">主持人请您发言，请在“聊天”里写下您想说的话。</span>
      </>
    )}
  </output>
)

type OwnHandProps = { isRaised: boolean; onPress: () => void }

/** The button stays enabled while the request runs, because disabling it would take the focus off. */
export const OwnHand = ({ isRaised, onPress }: OwnHandProps) => (
  <div className="flex items-center gap-3">
    <Button look="ghost" aria-pressed={isRaised} className="shrink-0" onClick={onPress}>
      {isRaised ? '放下手' : '举手'}
    </Button>
    <p className="min-w-0 text-sm text-muted">
      {isRaised ? '主持人看得到。请您发言时，上面会有提示。' : '让主持人看到您想发言；发言是在聊天里写，不能连麦。'}
    </p>
  </div>
)
