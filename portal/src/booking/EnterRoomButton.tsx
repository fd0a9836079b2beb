// Link to an online session: the conversation of its two sides.
import { Button } from '@xinqiao/ui/Button.tsx'
import { useExclusiveTask } from '../forms/use-action.ts'

export function EnterRoomButton({ accid }: { accid: string }) {
  const { run } = useExclusiveTask()
  const enter = () =>
    run(async () => {
      const { openChatBox } = await import('../chat/chat-box.tsx')
      openChatBox(accid)
    })
  return <Button onClick={enter}>进入在线咨询</Button>
}
