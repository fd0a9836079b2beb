// The hotline above the input, where an open keyboard does not cover it.
import { Icon } from '@xinqiao/ui/Icon.tsx'

export const HotlineNote = () => (
  <p className="chat-help">
    <Icon name="phone" className="size-4" />
    <span>
      心理援助<a href="tel:12356">12356</a>紧急时拨打<a href="tel:110">110</a>
      <a href="tel:120">120</a>
    </span>
  </p>
)
