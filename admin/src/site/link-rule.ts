// Validation of links entered by staff: the site's own paths, web addresses, phone numbers, mail addresses.
import type { FormRule } from 'antd'

const isLink = (value: string) =>
  value === '' || /^\/(?![/\\])/.test(value) || /^(https?:\/\/|tel:|mailto:)\S+$/i.test(value)

export const linkRule: FormRule = {
  validator: async (_, value?: string) => {
    if (!isLink((value ?? '').trim())) throw new Error('链接须以 / 或 https:// 开头')
  },
}
