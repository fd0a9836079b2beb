// The latest conversations, for users who may chat. Filled by chat/latest-chats.ts; without scripts it links to the chat.
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import { roles } from '@xinqiao/contract/roles.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'

const chatRoles: readonly number[] = [roles.counsellor, roles.user]

export function LatestChats({ viewer }: { viewer: User }) {
  if (!viewer.roles.some(({ id }) => chatRoles.includes(id))) return null
  return (
    <details className="group relative" data-popover="" data-latest-chats="">
      <summary
        aria-label="消息"
        className="relative grid size-11 place-items-center rounded-full text-ink hover:bg-tint hover:text-brand-deep"
      >
        <Icon name="chat" className="size-6" />
        <span
          data-chat-badge=""
          hidden
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-white"
        />
      </summary>
      <div className="fixed inset-x-3 top-25 overflow-hidden rounded-card border border-line bg-surface shadow-raised sm:absolute sm:inset-x-auto sm:top-full sm:right-0 sm:mt-1 sm:w-88">
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
      </div>
    </details>
  )
}
