// The phone rule of portal.md 5, apart from the rows so that a browser form can use it without zod.

/** Eleven digits starting with 1. */
export const phonePattern = /^1\d{10}$/
export const phoneMessages = { empty: '请填写手机号后获取验证码！', malformed: '请填写正确的手机号后获取验证码！' }
