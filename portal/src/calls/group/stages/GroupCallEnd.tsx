// After a group call: what happened, and where to go on.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { canReturn, describeOwnEnding, type GroupCallClientState } from '../session/group-state.ts'
import { CallEndHead } from '../../stages/CallEndHead.tsx'

type GroupCallEndProps = { state: GroupCallClientState; teamId: number; onReturn: () => void }

export function GroupCallEnd({ state: { ending, fault, beginTime, endTime }, teamId, onReturn }: GroupCallEndProps) {
  const mayReturn = canReturn(ending)
  const seconds = beginTime === null || endTime === null ? null : (endTime - beginTime) / 1000
  return (
    <section className="call-end" aria-label="通话结束">
      <CallEndHead title={describeOwnEnding(ending ?? 'ended')} {...{ fault, seconds }} />
      <div>
        {mayReturn && <Button onClick={onReturn}>{ending === 'elsewhere' ? '转回此设备' : '重新加入'}</Button>}
        <ButtonLink look={mayReturn ? 'ghost' : 'primary'} href={withQuery(routes.im, { team: teamId })}>
          返回小组聊天
        </ButtonLink>
      </div>
    </section>
  )
}
