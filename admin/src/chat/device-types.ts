// Names of the device types of `clientTypes`.
import { clientTypes } from '@xinqiao/contract/im/accounts/auth.ts'

const titles: Record<keyof typeof clientTypes, string> = {
  Android: '安卓',
  iOS: '苹果手机',
  PC: '电脑客户端',
  WindowsPhone: 'Windows 手机',
  Web: '网页',
  Server: '服务器',
  Mac: '苹果电脑',
}
const byNumber = new Map<number, string>(
  (Object.keys(titles) as (keyof typeof clientTypes)[]).map((name) => [clientTypes[name], titles[name]]),
)
export const nameDevice = (clientType: number): string => byNumber.get(clientType) ?? '其他'
