// Round avatar letter of a person. All clients with an alias look the same on purpose.
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
