// The phone rule of portal.md 5, separate from the endpoints so that a browser form can use it without zod.

/** Eleven digits starting with 1. */
export const phonePattern = /^1\d{10}$/
export const phoneMessages = { empty: '请填写手机号后获取验证码！', malformed: '请填写正确的手机号后获取验证码！' }

const mobile = /^(?:(?:\+|00)?86)?1[3-9]\d{9}$/
const landline = /^(?:(?:\+|00)860?[1-9]\d{1,2}|0[1-9]\d{1,2})?[2-9]\d{6,7}$/
const service = /^[48]00\d{7}$/
const foreignNumber = /^\+(?!86)\d{8,15}$/

/** True for a number that can be called: mobile, landline with or without area code, with an extension, or abroad. */
export function isDialablePhone(phone: string): boolean {
  const [number = '', extension, ...more] = phone.trim().split(/转|(?<=\d{7})[-－](?=\d{1,6}$)/)
  if (more.length > 0 || (extension !== undefined && !/^\d{1,6}$/.test(extension.trim()))) return false
  const digits = number.replaceAll(/[ ()（）－-]/g, '')
  return [mobile, landline, service, foreignNumber].some((pattern) => pattern.test(digits))
}
