// A new password is typed twice, and both must agree.
import type { FieldErrors } from '@xinqiao/contract/errors.ts'

export const checkConfirmation = (password = '', confirmation = '', field: string): FieldErrors =>
  password === confirmation ? {} : { [field]: '两次输入的密码不一致' }
