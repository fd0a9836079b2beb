// Connection status, shown while there is a problem.
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import type { ChatState } from '@xinqiao/im-sdk/chat/state/state.ts'
import { imErrors } from '@xinqiao/contract/im/errors.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

type ConnectionNoticeProps = { chat: ChatSession | null; state: ChatState; fault: string | null }

/** Reasons for the end of the connection that say more than the server's message. */
const endings: Record<string, string> = {
  otherPlatformKick: '您的账号在另一台设备上将本机下线。如非本人操作，请尽快修改密码',
  samePlatformKick: '您的账号已在其他设备登录，本机已下线。如非本人操作，请尽快修改密码',
}

function describeConnection({ link, hasSynced }: ChatState): string | null {
  if (link === 'waiting') return '网络已断开，正在重新连接…未发出的文字会自动发送'
  if (link === 'connecting') return hasSynced ? '正在重新连接…' : null
  return null
}

export function ConnectionNotice({ chat, state, fault }: ConnectionNoticeProps) {
  const { end } = state
  // staff may disconnect or block the account although its session continues
  const isSignedOut = end?.reason === 'serverKick' && end.custom === undefined
  const isBlocked = end?.custom === 'blocked' || end?.code === imErrors.accountDisabled.code
  const message =
    fault ??
    (state.link === 'ended' ? (endings[end?.reason ?? ''] ?? end?.message ?? '连接已断开') : describeConnection(state))
  return (
    <output className="chat-link" data-shown={message !== null}>
      {message && <span>{message}</span>}
      {state.link === 'ended' &&
        !isBlocked &&
        (isSignedOut ? (
          <a href={withQuery(routes.login, { next: location.pathname + location.search })}>重新登录</a>
        ) : (
          <button type="button" onClick={() => chat?.connect()}>
            重新连接
          </button>
        ))}
    </output>
  )
}
