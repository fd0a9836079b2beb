// Removes a conversation from the list after a confirmation. The messages stay, and the next one restores it.
import { useState } from 'react'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Dialog } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'

type DeleteConversationProps = { chat: ChatSession | null; to: string; name: string; onDeleted: () => void }

export function DeleteConversation({ chat, to, name, onDeleted }: DeleteConversationProps) {
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const removeConversation = async () => {
    setBusy(true)
    try {
      await chat?.deleteConversation(to)
      setOpen(false)
      onDeleted()
      showToast('会话已删除')
    } catch (error) {
      showToast((error as Error).message, 'bad')
    }
    setBusy(false)
  }
  return (
    <>
      <button type="button" className="chat-tool" aria-label="删除会话" title="删除会话" onClick={() => setOpen(true)}>
        <Icon name="trash" />
      </button>
      {isOpen && (
        <Dialog title={`删除与${name}的会话？`} onClose={() => setOpen(false)}>
          <p>会话会从列表中移除，聊天记录不会删除。对方再发来消息时，会话会重新出现。</p>
          <div className="mt-5 flex justify-end gap-2">
            <Button look="plain" onClick={() => setOpen(false)}>
              取消
            </Button>
            <Button busy={isBusy} busyText="正在删除…" onClick={() => void removeConversation()}>
              删除
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
