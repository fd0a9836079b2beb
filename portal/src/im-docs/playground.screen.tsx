// Two accounts side by side, each with an instance of the published SDK.
import { useEffect, useEffectEvent, useState } from 'react'
import type { PlaygroundPair } from '@xinqiao/contract/http/chat/playground.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { api } from '../session/api.ts'
import { useAction } from '../forms/use-action.ts'
import { PlaygroundPane } from './PlaygroundPane.tsx'
import { readPair, savePair } from './playground-pair.ts'
import { loadSdk } from './load-sdk.ts'

export function Screen() {
  const [pair, setPair] = useState<PlaygroundPair | null>(null)
  const [start, isBusy] = useAction(async () => {
    await loadSdk()
    const accounts = await api('POST /im/playground/accounts', {})
    savePair(accounts)
    setPair(accounts)
  })
  const [resume] = useAction(async () => {
    const savedPair = readPair()
    if (!savedPair) return
    await loadSdk()
    setPair(savedPair)
  })
  const resumeOnce = useEffectEvent(resume)
  useEffect(() => resumeOnce(), [])
  return (
    <>
      <p className="mb-4">
        账号和消息{limits.playgroundHours}
        小时后删除，刷新页面仍用同样的两个账号。请不要填写真实的个人信息。页面怎样接入，见
        <a href={routes.imDocs} className="text-brand-deep underline underline-offset-4 hover:text-brand">
          开发文档
        </a>
        。
      </p>
      <Button busy={isBusy} busyText="正在准备…" onClick={start}>
        {pair ? '换两个新账号' : '开始试用'}
      </Button>
      {pair && (
        <div className="mt-6 grid gap-4 md:grid-cols-2 md:gap-6">
          {pair.accounts.map((own, i) => (
            <PlaygroundPane
              key={own.account}
              name={i === 0 ? '甲' : '乙'}
              appKey={pair.appKey}
              own={own}
              to={pair.accounts[1 - i]!.account}
            />
          ))}
        </div>
      )}
    </>
  )
}
