// Round avatar letter of a person, and the mark of a group. All clients with an alias look the same on purpose.
import { Icon } from '@xinqiao/ui/Icon.tsx'

const aliasStart = '来访者'

export const Avatar = ({ name, small = false }: { name: string; small?: boolean }) => (
  <span
    className={small ? 'chat-face chat-face-small' : 'chat-face'}
    data-alias={name.startsWith(aliasStart)}
    aria-hidden="true"
  >
    {name.startsWith(aliasStart) ? '访' : (Array.from(name)[0] ?? '')}
  </span>
)

export const GroupMark = ({ small = false }: { small?: boolean }) => (
  <span className={small ? 'chat-face chat-face-small' : 'chat-face'} data-group="true" aria-hidden="true">
    <Icon name="group" />
  </span>
)
