// The parts of personal settings; the address says which one is open.
import type { User } from '@xinqiao/contract/http/accounts.ts'
import type { ConsentRecord } from '@xinqiao/contract/http/consents.ts'
import { Card } from '@xinqiao/ui/Card.tsx'
import { ConsentList } from './ConsentList.tsx'
import { type Device, DeviceList } from './DeviceList.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'

export type SettingProps =
  | { part: 'profile'; user: User }
  | { part: 'password' }
  | { part: 'devices'; devices: Device[] }
  | { part: 'consents'; consents: ConsentRecord[] }

const titles: Record<SettingProps['part'], string> = {
  profile: '个人资料',
  password: '修改密码',
  devices: '登录设备',
  consents: '授权管理',
}

export const Screen = (props: SettingProps) => (
  <Card className="px-5 py-7 sm:p-10">
    <h1 className="mb-6 text-2xl font-bold text-ink">{titles[props.part]}</h1>
    {props.part === 'profile' && <ProfileForm user={props.user} />}
    {props.part === 'password' && <PasswordForm />}
    {props.part === 'devices' && <DeviceList initial={props.devices} />}
    {props.part === 'consents' && <ConsentList initial={props.consents} />}
  </Card>
)
