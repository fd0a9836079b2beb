// Says why camera or microphone cannot be used, and offers a way out.
import { Button } from '@xinqiao/ui/Button.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { deviceFaultMessages, type DeviceFault } from '../media/devices.ts'

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href)
    showToast('链接已复制，请粘贴到浏览器的地址栏打开')
  } catch {
    showToast('请长按地址栏复制链接，再用浏览器打开', 'bad')
  }
}

type DeviceFaultNoticeProps = { fault: DeviceFault; onRetry: () => void }

export function DeviceFaultNotice({ fault, onRetry }: DeviceFaultNoticeProps) {
  const canRetry = fault !== 'insecure' && fault !== 'unsupported'
  return (
    <div className="grid gap-3">
      <Notice tone="warm" role="alert">
        {deviceFaultMessages[fault]}
      </Notice>
      <div className="flex flex-wrap gap-3">
        {canRetry && <Button onClick={onRetry}>重试</Button>}
        <Button look="ghost" onClick={() => void copyAddress()}>
          复制链接，用浏览器打开
        </Button>
      </div>
    </div>
  )
}
