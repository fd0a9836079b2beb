// After a group call: what happened, and where to go on.
import { formatDuration } from '@xinqiao/contract/calls.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { canReturn, describeOwnEnding, type GroupState } from '../session/group-state.ts'

const focusHeading = (heading: HTMLHeadingElement | null): void => heading?.focus()

type GroupEndProps = { state: GroupState; teamId: number; onReturn: () => void }

export function GroupEnd({ state: { ending, fault, beginTime, endTime }, teamId, onReturn }: GroupEndProps) {
  const mayReturn = canReturn(ending)
  return (
    <section className="call-end" aria-label="通话结束">
      {/* the focused button of the stage before is gone */}
      <h2 ref={focusHeading} tabIndex={-1}>
        {describeOwnEnding(ending ?? 'ended')}
      </h2>
      <output>
        {fault ??
          (beginTime === null || endTime === null ? '' : `通话时长 ${formatDuration((endTime - beginTime) / 1000)}`)}
      </output>
      <div>
        {mayReturn && <Button onClick={onReturn}>{ending === 'elsewhere' ? '转回此设备' : '重新加入'}</Button>}
        <ButtonLink look={mayReturn ? 'ghost' : 'primary'} href={withQuery(routes.im, { team: teamId })}>
          返回小组聊天
        </ButtonLink>
      </div>
    </section>
  )
}
