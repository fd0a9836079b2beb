// Notification settings: channels per kind, and quiet hours. Each change is saved at once.
import { useRef, useState } from 'react'
import type { NoticeSettings } from '@xinqiao/contract/http/messages/messages.ts'
import { noticeChannels, noticeKinds, type NoticeChannel } from '@xinqiao/contract/notices.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Card } from '@xinqiao/ui/Card.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { formatClock, parseClock } from '../frame/format-time.ts'
import { replies } from '../session/api.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { BrowserNotices } from './BrowserNotices.tsx'

export type EmailAddressState = 'none' | 'unconfirmed' | 'confirmed'

const channels = Object.keys(noticeChannels) as NoticeChannel[]

type NoticeSettingsFormProps = { initial: NoticeSettings; mail: EmailAddressState }

type QuietHours = NoticeSettings['quiet']
type QuietFieldsProps = { quiet: QuietHours; onChange: (part: Partial<QuietHours>) => void }
const QuietFields = ({ quiet, onChange }: QuietFieldsProps) => (
  <fieldset className="mt-6">
    <legend className="font-semibold text-ink">免打扰时段</legend>
    <label className="mt-2 flex min-h-11 cursor-pointer items-center gap-2.5">
      <input
        type="checkbox"
        checked={quiet.enabled}
        onChange={(event) => onChange({ enabled: event.target.checked })}
        className="size-5 accent-brand"
      />
      在以下时段不发送短信、邮件与浏览器通知，结束后再发
    </label>
    <div className="mt-1 flex flex-wrap items-center gap-3">
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className="flex items-center gap-2">
          {end === 'from' ? '从' : '到'}
          <input
            type="time"
            required
            value={formatClock(quiet[end])}
            disabled={!quiet.enabled}
            onChange={(event) => {
              if (event.target.value) onChange({ [end]: parseClock(event.target.value) })
            }}
            className="min-h-11 rounded-lg border border-control bg-surface px-3 text-base text-ink disabled:bg-page disabled:text-muted"
          />
        </label>
      ))}
    </div>
  </fieldset>
)

/** Saves one state after the other, and only the newest of those that wait. A refused state stays on the page. */
function useSavedSettings(initial: NoticeSettings) {
  const [settings, setSettings] = useState(initial)
  const [savedSettings, setSavedSettings] = useState(initial)
  const newest = useRef(initial)
  const { isBusy, run } = useExclusiveTask()
  const saveNewest = async (): Promise<void> => {
    const next = newest.current
    const { msg } = await replies('PUT /message/settings', next)
    setSavedSettings(next)
    if (next !== newest.current) return saveNewest()
    showToast(msg)
  }
  const save = () => run(saveNewest)
  const change = (next: NoticeSettings) => {
    newest.current = next
    setSettings(next)
    void save()
  }
  return { settings, isSaved: settings === savedSettings, isBusy, change, save: () => void save() }
}

export function NoticeSettingsForm({ initial, mail }: NoticeSettingsFormProps) {
  const { settings, isSaved, isBusy, change, save } = useSavedSettings(initial)
  const { choices, quiet } = settings
  const changeChoice = (kind: string, channel: NoticeChannel, isOn: boolean) =>
    change({
      quiet,
      choices: choices.map((choice) => (choice.kind === kind ? { ...choice, [channel]: isOn } : choice)),
    })
  const setQuiet = (part: Partial<NoticeSettings['quiet']>) => change({ choices, quiet: { ...quiet, ...part } })
  return (
    <Card className="px-4.5 py-6 sm:p-8">
      <h2 className="text-xl font-bold text-ink">消息设置</h2>
      <p className="mt-1 text-muted">
        短信、邮件与浏览器通知只告诉您有新消息，不包含具体内容。账号安全提醒和值班人员的危机提醒总是立即发送，不能在这里关闭。每处改动马上保存。
        {mail !== 'confirmed' && (
          <>
            {mail === 'none' ? '您还没有填写邮箱' : '您的邮箱待验证，验证前不会发送邮件'}，请先到
            <a href={routes.setting} className="text-brand-deep underline">
              个人中心
            </a>
            {mail === 'none' ? '补充' : '验证'}。
          </>
        )}
      </p>
      <BrowserNotices />
      <div className="mt-4 overflow-x-auto">
        <table className="w-full text-left">
          <thead className="max-sm:sr-only">
            <tr className="border-b border-line text-compact text-muted">
              <th scope="col" className="py-2 pr-3 font-normal">
                消息
              </th>
              {channels.map((channel) => (
                <th key={channel} scope="col" className="w-16 py-2 text-center font-normal">
                  {noticeChannels[channel]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {choices.map((choice) => {
              const { title, about, isNeeded } = noticeKinds[choice.kind]
              return (
                <tr key={choice.kind} className="border-b border-line max-sm:grid max-sm:grid-cols-4">
                  <th scope="row" className="py-3 pr-3 font-normal max-sm:col-span-4 max-sm:pb-0">
                    <span className="block text-ink">{title}</span>
                    <span className="block text-sm text-muted">{about}</span>
                  </th>
                  {channels.map((channel) => (
                    <td key={channel} className="text-center">
                      <label className="flex min-h-11 cursor-pointer items-center justify-center gap-1.5">
                        <input
                          type="checkbox"
                          aria-label={`${title}：${noticeChannels[channel]}`}
                          checked={choice[channel]}
                          disabled={channel === 'site' && isNeeded}
                          onChange={(event) => changeChoice(choice.kind, channel, event.target.checked)}
                          className="size-5 accent-brand"
                        />
                        <span aria-hidden="true" className="text-sm text-muted sm:hidden">
                          {noticeChannels[channel]}
                        </span>
                      </label>
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <QuietFields quiet={quiet} onChange={setQuiet} />
      {!isSaved && !isBusy && (
        <div role="alert" className="sticky bottom-0 mt-6 flex flex-wrap items-center gap-3 bg-surface py-3">
          <p className="text-danger">改动还没有保存。</p>
          <Button onClick={save}>再次保存</Button>
        </div>
      )}
    </Card>
  )
}
