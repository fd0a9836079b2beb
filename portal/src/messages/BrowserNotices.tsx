// Switch for notices in this browser, above the settings that apply to all browsers.
import { useEffect, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useExclusiveTask } from '../forms/use-action.ts'
import { readPushState, unsubscribeFromPush, subscribeToPush, type PushState } from './browser-push.ts'

const messages: Record<PushState, string> = {
  unsupported: '此浏览器不支持通知，请用短信或邮件接收。',
  blocked: '您在浏览器中禁止了本站的通知。请在地址栏旁的网站设置中改为“允许”，再刷新本页。',
  off: '开启后，即使没有打开本站，这台设备也会提醒您有新消息。在公用电脑上请不要开启。',
  failed: '没有开启成功：这个浏览器现在连不上它的通知服务。请稍后再试，或换一个浏览器；也可以用短信或邮件接收。',
  on: '此浏览器已开启通知。退出登录后自动关闭。',
}

export function BrowserNotices() {
  const [current, setCurrent] = useState<{ state: PushState; publicKey: string } | null>(null)
  const { isBusy, run } = useExclusiveTask()
  useEffect(() => {
    readPushState().then(setCurrent, (error: unknown) => showToast((error as Error).message, 'bad'))
  }, [])
  const change = (work: () => Promise<PushState>) =>
    run(async () => {
      const state = await work()
      setCurrent((before) => before && { ...before, state })
    })
  if (!current) return null
  const { state, publicKey } = current
  return (
    <section id="browser" aria-label="浏览器通知" className="mt-5 rounded-lg bg-tint p-4">
      <h3 className="font-semibold text-ink">浏览器通知</h3>
      <p className="mt-1 text-muted" aria-live="polite">
        {messages[state]}
      </p>
      {state !== 'unsupported' && state !== 'blocked' && (
        <Button
          className="mt-3"
          look={state === 'on' ? 'plain' : undefined}
          busy={isBusy}
          busyText={state === 'on' ? '正在关闭…' : '正在开启…'}
          onClick={() => change(state === 'on' ? unsubscribeFromPush : () => subscribeToPush(publicKey))}
        >
          {state === 'on' ? '关闭' : '在此浏览器开启'}
        </Button>
      )}
    </section>
  )
}
