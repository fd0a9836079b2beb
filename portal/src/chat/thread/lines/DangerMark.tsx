// Mark under a member's message that sounds like danger, for the leaders of the group: guidance, and a call for the
// duty staff.
import { useState } from 'react'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useExclusiveTask } from '../../../forms/use-action.ts'
import { formatTimeOfDay } from '../../relative-time.ts'
import { replies } from '../../../session/api.ts'

const guidanceMessage =
  '值班人员已收到提醒，会联系写下这句话的人。请平静地回应，不评判，不追问细节，请对方拨打12356或告诉身边的人；' +
  '担心对方马上有危险，请呼叫值班人员，他们能看到对方的联系方式。' +
  '小组不向您透露组员是谁，所以这里不能私下联系，也请不要在组里打听。'

/** `label` names the message. `knownCallTime`: the latest call, also of another leader, as the server has it. */
type DangerMarkProps = { teamId: string; idServer: string; label: string; knownCallTime: number | null }

export function DangerMark({ teamId, idServer, label, knownCallTime }: DangerMarkProps) {
  const [ownCallTime, setOwnCallTime] = useState<number | null>(null)
  const { isBusy, run } = useExclusiveTask()
  const callDuty = () =>
    run(async () => {
      const { msg } = await replies('POST /care/callForGroupMessage', { teamId, idServer })
      setOwnCallTime(Date.now())
      showToast(msg)
    })
  const callTime = ownCallTime ?? knownCallTime
  const buttonText = callTime === null ? '呼叫值班人员' : `再次呼叫（${formatTimeOfDay(callTime)}已呼叫）`
  return (
    <div className="chat-line-crisis">
      <details>
        <summary>
          <Icon name="alert" className="size-4" />
          可能提示危险：怎么做
        </summary>
        {guidanceMessage}
      </details>
      <button type="button" disabled={isBusy} aria-label={`${buttonText}，${label}`} onClick={callDuty}>
        <Icon name="bell" className="size-4" />
        {buttonText}
      </button>
    </div>
  )
}
