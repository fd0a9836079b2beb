// Check that both entries of a new password are equal.
import type { FieldErrors } from '@xinqiao/contract/errors.ts'

export const checkPasswordsMatch = (password = '', confirmation = '', field: string): FieldErrors =>
  password === confirmation ? {} : { [field]: '两次输入的密码不一致' }
