// Tools of moderators for one message and its writer: remove, mute, block.
import { useRef, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { formatTimeOfDay } from '../../../chat/relative-time.ts'
import { replies } from '../../../session/api.ts'
import type { RoomActions } from '../room-connection.ts'
import type { RoomLine } from '../room-state.ts'
import type { RunModeratorCommand } from './use-moderation.ts'

const muteSeconds = 600

type LineToolsProps = {
  id: number
  line: RoomLine
  actions: RoomActions
  moderate: RunModeratorCommand
  /** End of the mute of the writer in milliseconds; null without one. */
  muteEnd: number | null
  /** True for a writer whom a moderator has removed from the room. */
  isRemoved: boolean
}

export function LineTools({ id, line, actions, moderate, muteEnd, isRemoved }: LineToolsProps) {
  const [isOpen, setOpen] = useState(false)
  const [question, setQuestion] = useState<'remove' | 'block' | null>(null)
  const box = useRef<HTMLDivElement>(null)
  if (line.isOwn) return null
  const { account, idClient, name } = line
  const remove = () =>
    moderate(async () => {
      setQuestion(null)
      const log = box.current?.closest<HTMLElement>('[role=log]')
      await replies('POST /lecture/removeMessage', { id, account, idClient })
      showToast('已移除')
      // these tools disappear with the message
      log?.focus()
    })
  const mute = () =>
    moderate(async () => {
      await actions.mute(account, muteSeconds)
      showToast(`已禁言“${name}”10分钟`)
      await replies('POST /lecture/lowerHand', { id, account })
    })
  const unmute = () =>
    moderate(async () => {
      await actions.mute(account, 0)
      showToast(`已解除“${name}”的禁言`)
    })
  const block = () =>
    moderate(async () => {
      setQuestion(null)
      await actions.setBlocked(account, true)
      showToast(`已请出${name}`)
    })
  const unblock = () =>
    moderate(async () => {
      await actions.setBlocked(account, false)
      showToast(`“${name}”可以再进入了`)
    })
  return (
    <div ref={box} className="flex flex-wrap items-center">
      <Button
        look="plain"
        aria-expanded={isOpen}
        aria-label={`管理“${name}”的消息：${line.text}`}
        className="px-2 text-sm font-normal"
        onClick={() => setOpen(!isOpen)}
      >
        管理
      </Button>
      {isRemoved && <span className="px-2 text-sm text-muted">已请出</span>}
      {!isRemoved && muteEnd !== null && (
        <span className="px-2 text-sm text-muted">已禁言到{formatTimeOfDay(muteEnd)}</span>
      )}
      {isOpen && (
        <>
          <Button
            look="plain"
            aria-label={`移除“${name}”的这条消息`}
            className="px-3 text-sm"
            onClick={() => setQuestion('remove')}
          >
            移除
          </Button>
          {isRemoved ? null : muteEnd === null ? (
            <Button
              look="plain"
              aria-label={`禁言“${name}”10分钟`}
              className="px-3 text-sm"
              onClick={() => void mute()}
            >
              禁言10分钟
            </Button>
          ) : (
            <Button
              look="plain"
              aria-label={`解除“${name}”的禁言`}
              className="px-3 text-sm"
              onClick={() => void unmute()}
            >
              解除禁言
            </Button>
          )}
          {isRemoved ? (
            <Button
              look="plain"
              aria-label={`允许“${name}”再进入`}
              className="px-3 text-sm"
              onClick={() => void unblock()}
            >
              允许再进入
            </Button>
          ) : (
            <Button
              look="plain"
              aria-label={`请出“${name}”`}
              className="px-3 text-sm text-danger"
              onClick={() => setQuestion('block')}
            >
              请出
            </Button>
          )}
        </>
      )}
      {question === 'remove' && (
        <Confirm
          title="移除这条消息？"
          text={`${name}：${line.text}`}
          yes="移除"
          no="取消"
          onYes={() => void remove()}
          onNo={() => setQuestion(null)}
        >
          <p className="mt-2 text-compact text-muted">移除后大家都看不到它，不能恢复。</p>
        </Confirm>
      )}
      {question === 'block' && (
        <Confirm
          title={`请出${name}？`}
          text="对方会离开聊天室，仍可以看直播；您可以再允许对方进入。"
          yes="请出"
          no="取消"
          onYes={() => void block()}
          onNo={() => setQuestion(null)}
        />
      )}
    </div>
  )
}
