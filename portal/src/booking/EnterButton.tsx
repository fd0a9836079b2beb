// Link to an online session: the conversation of its two sides.
import { Button } from '@xinqiao/ui/Button.tsx'
import { useActing } from '../qa/acting.ts'

export function EnterButton({ accid }: { accid: string }) {
  const { act } = useActing(true)
  const enter = () =>
    act(async () => {
      const { openChatBox } = await import('../chat/box.tsx')
      openChatBox(accid)
    })
  return <Button onClick={enter}>进入在线咨询</Button>
}
