// Second factors of the user. A user whose role requires one is sent here first, and continues from here.
import { useState } from 'react'
import type { OwnFactors } from '@xinqiao/contract/http/accounts/factors.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { BlockHeading } from '@xinqiao/ui/Card.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { useExclusiveTask } from '../../forms/use-action.ts'
import { api } from '../../session/api.ts'
import { FactorLine, PasskeyList } from './PasskeyList.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSetup, type TotpSetupOptions } from './TotpSetup.tsx'
import { useStepUp } from './use-step-up.tsx'

type OwnPasskey = OwnFactors['passkeys'][number]
type FactorPanelProps = {
  initial: OwnFactors
  /** Where to continue after adding a required factor. */ next: string | null
}

export function FactorPanel({ initial, next }: FactorPanelProps) {
  const [factors, setFactors] = useState(initial)
  const [codes, setCodes] = useState<readonly string[]>([])
  const [start, setStart] = useState<TotpSetupOptions | null>(null)
  const [factorToRemove, setFactorToRemove] = useState<OwnPasskey | null>(null)
  const { isBusy, run } = useExclusiveTask()
  const { withStepUp, dialog } = useStepUp()
  const hasFactor = factors.passkeys.length > 0 || factors.totp !== null

  const reload = async () => setFactors(await api('GET /auth/factors', {}))
  const onAdded = async (recoveryCodes: readonly string[]) => {
    setStart(null)
    setCodes(recoveryCodes)
    showToast('已启用两步验证')
    await reload()
  }
  const startTotp = () => run(async () => setStart(await withStepUp(() => api('POST /auth/factor/totp/options', {}))))
  const renewCodes = () =>
    run(async () => {
      setCodes((await withStepUp(() => api('POST /auth/factor/recoveryCodes', {}))).recoveryCodes)
      await reload()
    })
  const removePasskey = ({ id }: OwnPasskey) =>
    run(async () => {
      await withStepUp(() => api('POST /auth/factor/remove', { id }))
      showToast('已移除')
      await reload()
    })

  if (codes.length > 0) {
    const continueAfterFactor = () => (next === null ? setCodes([]) : location.assign(next))
    return <RecoveryCodes codes={codes} onSaved={continueAfterFactor} />
  }
  return (
    <div className="grid gap-8">
      <div className="-mt-3 grid gap-4">
        <p className="text-muted">登录时除密码外，再用设备或验证码确认是您本人。密码泄露时，别人也无法登录您的账号。</p>
        {factors.isRequired && !hasFactor && (
          <Notice tone="warm">您的角色可以看到他人的信息，请先启用一种两步验证，再继续使用。</Notice>
        )}
        {!factors.canUsePasskeys && (
          <Notice>通行密钥需要通过 https 域名访问本站，当前网址不支持，请使用动态验证码。</Notice>
        )}
      </div>
      {(factors.canUsePasskeys || factors.passkeys.length > 0) && (
        <section aria-labelledby="passkeys" className="grid gap-4">
          <BlockHeading id="passkeys">通行密钥</BlockHeading>
          <p className="text-muted">用指纹、面容、锁屏密码或安全密钥验证，不用输入验证码，最方便也最安全。</p>
          <PasskeyList
            passkeys={factors.passkeys}
            withStepUp={withStepUp}
            onAdded={onAdded}
            onChanged={reload}
            onRemove={setFactorToRemove}
          />
        </section>
      )}
      <section aria-labelledby="totp" className="grid gap-4">
        <BlockHeading id="totp">动态验证码</BlockHeading>
        {factors.totp && (
          <ul>
            <FactorLine factor={factors.totp}>
              <Button look="ghost" aria-label="移除：动态验证码" onClick={() => setFactorToRemove(factors.totp)}>
                移除
              </Button>
            </FactorLine>
          </ul>
        )}
        {!factors.totp && !start && (
          <>
            <p className="text-muted">手机上的身份验证器应用每30秒显示一个新的6位数字，没有网络也能用。</p>
            <Button look="ghost" className="justify-self-start" busy={isBusy} onClick={startTotp}>
              启用动态验证码
            </Button>
          </>
        )}
        {start && <TotpSetup start={start} withStepUp={withStepUp} onAdded={onAdded} onCancel={() => setStart(null)} />}
      </section>
      {hasFactor && (
        <section aria-labelledby="codes" className="grid gap-4">
          <BlockHeading id="codes">恢复码</BlockHeading>
          <p className="text-muted">
            还剩{factors.recoveryCodesLeft}个可用。设备丢失时，用恢复码登录后重新添加验证方式。
          </p>
          <Button look="ghost" className="justify-self-start" busy={isBusy} onClick={renewCodes}>
            重新生成恢复码
          </Button>
        </section>
      )}
      {factorToRemove && (
        <Confirm
          title={`移除“${factorToRemove.name}”吗？`}
          text="移除后，不能再用它登录。"
          yes="移除"
          no="取消"
          onYes={() => {
            setFactorToRemove(null)
            void removePasskey(factorToRemove)
          }}
          onNo={() => setFactorToRemove(null)}
        />
      )}
      {dialog}
    </div>
  )
}
