// Where sealed values that are bound to their row are stored. A value that was moved elsewhere does not open.
import type { SealPlace } from './secrets.ts'

const place = (table: string, column: string) => (row: number) => ({ table, column, row }) satisfies SealPlace

export const sealedPlaces = {
  accountPhone: place('account', 'phone_sealed'),
  /** By the account: an account has one authenticator app. */
  totpSecret: place('second_factor', 'secret_sealed'),
  totpEnrolment: place('totp_enrolment', 'secret_sealed'),
  wechatPayer: place('wechat_payer', 'openid_sealed'),
}
