// The latest conversations, for users who may chat. Filled by chat/latest-chats.ts; without scripts it links to the
// chat.
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { HeaderPopover } from './HeaderPopover.tsx'

const chatRoles: readonly number[] = [roles.counsellor, roles.user]

export function LatestChats({ viewer }: { viewer: User }) {
  if (!viewer.roles.some(({ id }) => chatRoles.includes(id))) return null
  return (
    <HeaderPopover name="latest-chats" prefix="chat" label="消息" icon="chat">
      <p className="border-b border-line px-4 py-2.5 font-semibold text-ink">消息</p>
      <ul data-chat-list="" className="max-h-96 overflow-y-auto p-1.5" />
      <p data-chat-note="" className="px-4 py-6 text-center text-sm text-muted">
        正在加载…
      </p>
      <a
        href={routes.im}
        className="flex min-h-11 items-center justify-center border-t border-line text-compact font-semibold text-brand-deep hover:bg-tint"
      >
        查看全部消息
      </a>
    </HeaderPopover>
  )
}
