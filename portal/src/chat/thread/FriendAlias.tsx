// The reader's name for a friend, which no one else sees.
import type { FormEvent } from 'react'
import { teamLimits } from '@xinqiao/contract/im/team/team-model.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { findState } from '@xinqiao/im-sdk/sync/merge/changes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Field } from '@xinqiao/ui/Field.tsx'
import { useEditedText } from '../../forms/use-edited-text.ts'
import { useChatAction } from '../use-chat-action.ts'

/** Empty for an account that has none. */
export const readAlias = (chat: ChatSession, account: string): string =>
  findState(chat.client.store, 'friend', account)?.alias ?? ''

export function FriendAlias({ chat, to }: { chat: ChatSession; to: string }) {
  const alias = readAlias(chat, to)
  const editor = useEditedText(`alias ${to}`, alias)
  const { isBusy, run } = useChatAction()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const input = { account: to, alias: (editor.text ?? '').trim() }
    if (await run(() => chat.client.request('friend.updateFriend', input), '备注名已保存')) editor.close()
  }
  if (editor.text === null) {
    return (
      <p className="mb-4 flex items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">备注名：{alias || '还没有'}</span>
        <Button look="plain" className="px-3" aria-label="修改备注名" onClick={() => editor.edit()}>
          修改
        </Button>
      </p>
    )
  }
  return (
    <form className="mb-5" onSubmit={(event) => void save(event)}>
      <Field
        name="alias"
        label="备注名"
        hint="只有您自己看到；留空时，恢复加好友时的称呼"
        maxLength={teamLimits.siteNick}
        value={editor.text}
        onChange={({ target }) => editor.write(target.value)}
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button look="plain" onClick={() => editor.close()}>
          取消
        </Button>
        <Button type="submit" busy={isBusy} busyText="正在保存…">
          保存
        </Button>
      </div>
    </form>
  )
}
