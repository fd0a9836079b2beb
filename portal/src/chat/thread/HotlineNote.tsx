// The numbers to call for help, in one line.
import { Icon } from '@xinqiao/ui/Icon.tsx'

/** Above an input, an open keyboard does not cover it. */
export const HotlineNote = ({ className = 'chat-help' }: { className?: string }) => (
  <p className={className}>
    <Icon name="phone" className="size-4" />
    <span>
      心理援助<a href="tel:12356">12356</a>紧急时拨打<a href="tel:110">110</a>
      <a href="tel:120">120</a>
    </span>
  </p>
)
