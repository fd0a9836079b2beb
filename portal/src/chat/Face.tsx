// The round letter that stands for a person; askers under an alias look alike on purpose.
const aliasStart = '来访者'

export const Face = ({ name, small = false }: { name: string; small?: boolean }) => (
  <span
    className={small ? 'chat-face chat-face-small' : 'chat-face'}
    data-alias={name.startsWith(aliasStart)}
    aria-hidden="true"
  >
    {name.startsWith(aliasStart) ? '访' : (Array.from(name)[0] ?? '')}
  </span>
)
