// Links in the header of a conversation with which a counsellor calls the other side.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'

export const CallLinks = ({ to }: { to: string }) => (
  <>
    {([0, 1] as const).map((video) => (
      <a
        key={video}
        className="chat-tool"
        href={withQuery(routes.call, { with: to, video })}
        aria-label={video ? '视频通话' : '语音通话'}
        title={video ? '视频通话' : '语音通话'}
      >
        <Icon name={video ? 'video' : 'phone'} />
      </a>
    ))}
  </>
)
