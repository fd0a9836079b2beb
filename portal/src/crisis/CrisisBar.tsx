// Bar and protocol of a counsellor's conversation: the level, since when, which staff member follows it, and what to
// do.
import { useId, useState } from 'react'
import {
  crisisLevels,
  crisisLevelTable,
  dutyCallSteps,
  helplines,
  moreSevereOf,
  type CrisisLevel,
  type ProtocolStep,
} from '@xinqiao/contract/crisis.ts'
import type { CrisisConversation } from '@xinqiao/contract/http/crisis/alerts.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api, replies } from '../session/api.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { describeState, findDutyCallTime } from './alert-state.ts'
import { protocols, protocolSources } from './protocol.ts'

type CrisisBarProps = {
  accid: string
  conversation: CrisisConversation | null
  onChanged: () => void
  isOpen: boolean
  onToggle: () => void
  /** False where the page itself shows the button that calls the duty staff. */
  hasDutyButton?: boolean
}

export function CrisisBar({ accid, conversation, onChanged, isOpen, onToggle, hasDutyButton = true }: CrisisBarProps) {
  const panel = useId()
  const { isBusy, run } = useExclusiveTask()
  const callDuty = () =>
    run(async () => {
      await api('POST /care/step', { accid, step: 'callDuty' })
      // the bar names the call; a toast would cover it on a phone
      onChanged()
    })
  const hasCalled = findDutyCallTime(conversation) !== null
  if (!conversation && !isOpen) return null
  return (
    <section className="chat-crisis" aria-label="危机应对">
      <div className="chat-crisis-head" data-taken={conversation?.isTaken}>
        <p aria-live="polite">
          <Icon name="alert" className="size-4.5" />
          {conversation ? describeState(conversation) : '还没有危机提醒'}
        </p>
        <span className="chat-crisis-numbers">
          {hasDutyButton && conversation && !conversation.isTaken && (
            <Button look="accent" disabled={isBusy} onClick={callDuty}>
              {hasCalled ? '再次呼叫值班人员' : '呼叫值班人员'}
            </Button>
          )}
          <button type="button" aria-expanded={isOpen} aria-controls={panel} onClick={onToggle}>
            {isOpen ? '收起' : '怎么应对'}
          </button>
        </span>
      </div>
      <div id={panel} hidden={!isOpen}>
        {isOpen && <ProtocolPanel key={accid} accid={accid} conversation={conversation} onChanged={onChanged} />}
      </div>
    </section>
  )
}

type ProtocolPanelProps = Pick<CrisisBarProps, 'accid' | 'conversation' | 'onChanged'>

type LevelSelectProps = {
  label: string
  levels: readonly CrisisLevel[]
  value: CrisisLevel
  onChange: (level: CrisisLevel) => void
}
const LevelSelect = ({ label, levels, value, onChange }: LevelSelectProps) => (
  <label className="chat-crisis-level">
    {label}
    <select value={value} onChange={({ target }) => onChange(target.value as CrisisLevel)}>
      {levels.map((name) => (
        <option key={name} value={name}>
          {crisisLevelTable[name].title}
        </option>
      ))}
    </select>
  </label>
)

const SourceList = () => (
  <details className="chat-crisis-small">
    <summary>依据</summary>
    <ul>
      {protocolSources.map((source) => (
        <li key={source}>{source}</li>
      ))}
    </ul>
  </details>
)

function ProtocolPanel({ accid, conversation, onChanged }: ProtocolPanelProps) {
  const [chosenLevel, setChosenLevel] = useState<CrisisLevel | null>(null)
  const [note, setNote] = useState('')
  const { isBusy, run } = useExclusiveTask()
  const field = useId()
  const knownLevel = conversation?.level ?? null
  // the level of an alert can only be raised
  const level = knownLevel === null ? (chosenLevel ?? 'thought') : moreSevereOf(chosenLevel ?? knownLevel, knownLevel)
  const levels = knownLevel === null ? crisisLevels : crisisLevels.slice(0, crisisLevels.indexOf(knownLevel) + 1)
  const { ask, say, avoid } = protocols[level]
  const recordStep = (step: ProtocolStep) =>
    run(async () => {
      const { msg } = await replies('POST /care/step', { accid, step, level, note: note.trim() })
      setNote('')
      setChosenLevel(null)
      if (!dutyCallSteps.includes(step)) showToast(msg)
      onChanged()
    })
  const timeOfStep = (step: ProtocolStep) =>
    conversation?.steps.findLast((done) => done.step === step)?.time.slice(11, 16)
  const renderDoneButton = (step: ProtocolStep, label: string) => (
    <Button look="ghost" className="bg-white" disabled={isBusy || !conversation} onClick={() => recordStep(step)}>
      {timeOfStep(step) && <Icon name="check" className="size-4" />}
      {timeOfStep(step) ? `${label}（${timeOfStep(step)}）` : label}
    </Button>
  )
  return (
    <div className="chat-crisis-panel">
      <h2 className="sr-only">危机应对步骤</h2>
      {levels.length > 1 && (
        <LevelSelect
          label={conversation ? '情况更严重时' : '情况'}
          levels={levels}
          value={level}
          onChange={setChosenLevel}
        />
      )}
      {knownLevel !== null && level !== knownLevel && (
        <p aria-live="polite" className="chat-crisis-small">
          请在“记录”里写明原因，再与任一步一起提交：提醒改为“{crisisLevelTable[level].title}”，并再次通知值班人员。
        </p>
      )}
      <ol>
        <li>
          <h3>问：平和、直接</h3>
          <ul>
            {ask.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {renderDoneButton('ask', '问过了')}
        </li>
        <li>
          <h3>说：关心，约定安全</h3>
          <ul>
            {say.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p className="chat-crisis-avoid">{avoid.join('；')}。</p>
          {renderDoneButton('say', '说过了')}
        </li>
        <li>
          <h3>呼叫值班人员</h3>
          <p>值班人员能看到对方的联系方式，可以直接打电话。您不必、也请不要向对方索要姓名和电话。</p>
          <p>
            请对方拨打：
            {crisisLevelTable[level].numbers.map((number) => `${number}${helplines[number]}`).join('、')}
          </p>
          <div className="chat-crisis-numbers">
            <Button look="accent" disabled={isBusy} onClick={() => recordStep('callDuty')}>
              <Icon name="bell" className="size-4.5" />
              {timeOfStep('callDuty') ? `再次呼叫（${timeOfStep('callDuty')}已呼叫）` : '呼叫值班人员'}
            </Button>
          </div>
        </li>
        <li>
          <h3>交接</h3>
          <p>留在对话里，直到值班人员接手；告诉对方接下来由谁联系他。</p>
          {renderDoneButton('handOver', '请值班人员接手')}
        </li>
        <li>
          <h3>记录</h3>
          <label htmlFor={field}>对方说了什么、您做了什么、现在怎么样</label>
          <textarea
            id={field}
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className="w-full rounded-lg border border-control bg-white px-3 py-2 text-base text-ink"
          />
          <p className="chat-crisis-small">
            加密保存，值班人员能看到。与上面任一步一起提交，或单独记录。每一步记入审计日志。
          </p>
          <Button
            look="ghost"
            className="bg-white"
            disabled={isBusy || !conversation || note.trim() === ''}
            onClick={() => recordStep('note')}
          >
            保存记录
          </Button>
        </li>
      </ol>
      <SourceList />
    </div>
  )
}
