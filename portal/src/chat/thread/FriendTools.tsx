// Actions on a friend in the private chat: give a name, block, and end the friendship.
import { useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { FriendAlias } from './FriendAlias.tsx'
import { useChatAction } from '../use-chat-action.ts'

type FriendToolsProps = { chat: ChatSession; to: string; name: string }

export function FriendTools({ chat, to, name }: FriendToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const { isBusy, run } = useChatAction()
  const hasBlocked = chat.hasBlocked(to)
  const close = () => {
    setOpen(false)
    setDeleting(false)
  }
  const toggleBlock = async () => {
    if (await run(() => chat.setBlocked(to, !hasBlocked), hasBlocked ? '已解除拉黑' : '已拉黑')) close()
  }
  const deleteFriend = async () => {
    if (await run(() => chat.deleteFriend(to), '已删除好友')) close()
  }
  return (
    <>
      <button type="button" className="chat-tool" aria-label="好友设置" title="好友设置" onClick={() => setOpen(true)}>
        <Icon name="more" />
      </button>
      {isOpen && isDeleting && (
        <Dialog title={`删除好友：${name}？`} onClose={close}>
          <p>删除后，双方都不能再私聊，对方会知道。聊天记录会保留，您仍可以举报其中的消息，也可以拉黑对方。</p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <Button look="plain" onClick={close}>
              取消
            </Button>
            <Button busy={isBusy} busyText="正在删除…" onClick={() => void deleteFriend()}>
              删除
            </Button>
          </div>
        </Dialog>
      )}
      {isOpen && !isDeleting && (
        <Dialog title={`${chat.isFriend(to) ? '好友：' : ''}${name}`} onClose={close}>
          {chat.isFriend(to) && <FriendAlias chat={chat} to={to} />}
          <p>
            {hasBlocked
              ? '您已拉黑对方，对方不能给您发消息。'
              : '拉黑后，对方不能给您发消息。系统不会通知对方；对方再发消息时，会看到没有送达、您目前不接收。您可以随时解除。'}
          </p>
          <p className="mt-2">遇到骚扰或诈骗，请先拉黑，再举报对方的那条消息。</p>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            {chat.isFriend(to) && (
              <Button look="plain" disabled={isBusy} onClick={() => setDeleting(true)}>
                删除好友
              </Button>
            )}
            <Button look="ghost" disabled={isBusy} onClick={() => void toggleBlock()}>
              {hasBlocked ? '解除拉黑' : '拉黑'}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
