// Recovery codes, shown only once: the user copies or prints them, and confirms that they are stored.
import { Button } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'

type RecoveryCodesProps = { codes: readonly string[]; onSaved: () => void }

export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const copyCodes = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      showToast('已复制')
    } catch {
      // browsers offer no clipboard on pages without https
      showToast('请选中恢复码后按 Ctrl+C 复制', 'bad')
    }
  }
  return (
    <section aria-labelledby="recovery-codes" className="grid gap-5">
      <h2 id="recovery-codes" className="text-xl font-bold text-ink">
        请保存恢复码
      </h2>
      <Notice tone="warm">恢复码只显示这一次。手机或设备不在身边时，用其中一个代替验证码登录，每个只能用一次。</Notice>
      <ul className="grid gap-x-6 gap-y-2 rounded-card border border-line px-5 py-4 font-mono text-ink sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="ghost" onClick={copyCodes}>
          复制全部
        </Button>
        <Button onClick={onSaved}>我已保存，继续</Button>
      </div>
    </section>
  )
}
