// Options with which no login can succeed, such as texts that are no address.
import { imFail, type ImFailure } from '@xinqiao/contract/im/errors.ts'
import { toUrl } from './addresses.ts'
import type { NimOptions } from './options.ts'

/** Hosts need no scheme. An empty address counts as not set. */
const isAddress = (value: unknown): boolean =>
  typeof value === 'string' &&
  (value === '' || (/^(https?:|wss?:|(?!\w+:\/\/))/.test(value) && URL.canParse(toUrl(value, true))))
const isAddressList = (value: unknown): boolean => Array.isArray(value) && value.every(isAddress)

/** @returns the error that names the first unusable option, or null */
export function findOptionFault(options: NimOptions): ImFailure | null {
  const { defaultLink, lbsUrl, lbsBackupUrlsCustomer, uploadLinks, privateConf, transports } = options
  const conf: unknown = privateConf ?? {}
  const { link_web, lbs_web, nos_uploader_web } = privateConf ?? {}
  const rules: [option: string, value: unknown, isUsable: (value: unknown) => boolean, wanted: string][] = [
    ['defaultLink', defaultLink, isAddress, '消息服务器的地址'],
    ['lbsUrl', lbsUrl, isAddress, '位置服务的地址'],
    ['lbsBackupUrlsCustomer', lbsBackupUrlsCustomer, isAddressList, '地址的数组'],
    ['uploadLinks', uploadLinks, isAddressList, '地址的数组'],
    ['privateConf', conf, (value) => typeof value === 'object', '对象'],
    ['privateConf.link_web', link_web, isAddress, '消息服务器的地址'],
    ['privateConf.lbs_web', lbs_web, isAddress, '位置服务的地址'],
    ['privateConf.nos_uploader_web', nos_uploader_web, isAddress, '上传的地址'],
    ['transports', transports, Array.isArray, '数组'],
  ]
  const broken = rules.find(([, value, isUsable]) => value !== undefined && value !== null && !isUsable(value))
  return broken ? imFail('invalid', `选项${broken[0]}不正确：应为${broken[3]}`, { field: broken[0] }) : null
}
