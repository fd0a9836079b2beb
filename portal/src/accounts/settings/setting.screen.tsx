// Tabs of the personal settings; the address selects one.
import type { User } from '@xinqiao/contract/http/accounts/accounts.ts'
import type { ConsentRecord } from '@xinqiao/contract/http/consents.ts'
import type { OwnFactors } from '@xinqiao/contract/http/accounts/factors.ts'
import { Card } from '@xinqiao/ui/Card.tsx'
import { ConsentList } from './ConsentList.tsx'
import { DataRequests, type OwnDataRequests } from './DataRequests.tsx'
import { type SignedInDevice, DeviceList } from './DeviceList.tsx'
import { FactorPanel } from '../factors/FactorPanel.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfilePanel } from './ProfilePanel.tsx'

export type SettingProps =
  | { part: 'profile'; user: User }
  | { part: 'password'; next: string | null }
  | { part: 'factors'; factors: OwnFactors; next: string | null }
  | { part: 'devices'; devices: SignedInDevice[] }
  | { part: 'consents'; consents: ConsentRecord[] }
  | { part: 'data'; own: OwnDataRequests }

const titles: Record<SettingProps['part'], string> = {
  profile: '个人资料',
  password: '修改密码',
  devices: '登录设备',
  consents: '授权管理',
  factors: '两步验证',
  data: '删除与注销',
}

export const Screen = (props: SettingProps) => (
  <Card className="px-5 py-7 sm:p-10">
    <h1 className="mb-6 text-2xl font-bold text-ink">{titles[props.part]}</h1>
    {props.part === 'profile' && <ProfilePanel initial={props.user} />}
    {props.part === 'password' && <PasswordForm next={props.next} />}
    {props.part === 'devices' && <DeviceList initial={props.devices} />}
    {props.part === 'consents' && <ConsentList initial={props.consents} />}
    {props.part === 'data' && <DataRequests initial={props.own} />}
    {props.part === 'factors' && <FactorPanel initial={props.factors} next={props.next} />}
  </Card>
)
