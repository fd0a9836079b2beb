// Devices where the account is signed in, with sign-out.
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Contract } from '@xinqiao/contract/http/index.ts'
import type { EndpointOutput } from '@xinqiao/contract/http/endpoint.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { showToast } from '@xinqiao/ui/toast.ts'
import { formatMinute } from '../../frame/format-time.ts'
import { api } from '../../session/api.ts'
import { signOutAfterExpiry } from '../../session/sign-out.ts'

export type SignedInDevice = EndpointOutput<Contract, 'GET /auth/devices'>[number]

/** Target of the sign-out: one device, or all others. */
type DevicesToSignOut = number | 'others'

export function DeviceList({ initial }: { initial: readonly SignedInDevice[] }) {
  const [devices, setDevices] = useState(initial)
  const [devicesToSignOut, setDevicesToSignOut] = useState<DevicesToSignOut | null>(null)
  const others = devices.filter((device) => !device.current)

  const signOut = async (which: DevicesToSignOut) => {
    setDevicesToSignOut(which)
    try {
      await api('POST /auth/devices/signOut', which === 'others' ? {} : { id: which })
      setDevices(devices.filter((device) => device.current || (which !== 'others' && device.id !== which)))
      showToast('已退出')
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      if (error.status === 401) return await signOutAfterExpiry()
      showToast(error.message, 'bad')
    } finally {
      setDevicesToSignOut(null)
    }
  }

  return (
    <>
      <p className="-mt-3 mb-5 text-muted">如果看到不认识的设备，请让它退出并修改密码。</p>
      <ul className="grid gap-3">
        {devices.map((device) => (
          <li
            key={device.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line px-4.5 py-4"
          >
            <Icon name="device" className="size-7 text-brand" />
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-x-2 font-semibold text-ink">
                {device.device}
                {device.current && (
                  <span className="rounded-full bg-tint px-2 py-0.5 text-xs font-normal text-brand-deep">本机</span>
                )}
              </p>
              <p className="flex flex-wrap gap-x-3 text-sm leading-6 text-muted">
                <span>{device.ip}</span>
                <span>最近使用 {formatMinute(device.seenTime)}</span>
              </p>
            </div>
            {!device.current && (
              <Button
                look="ghost"
                className="ml-auto"
                busy={devicesToSignOut === device.id}
                busyText="正在退出…"
                disabled={devicesToSignOut !== null}
                onClick={() => signOut(device.id)}
              >
                退出
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <Button
          className="mt-6"
          busy={devicesToSignOut === 'others'}
          busyText="正在退出…"
          disabled={devicesToSignOut !== null}
          onClick={() => signOut('others')}
        >
          退出其他设备
        </Button>
      ) : (
        <p className="mt-6 text-muted">没有其他设备登录。</p>
      )}
    </>
  )
}
