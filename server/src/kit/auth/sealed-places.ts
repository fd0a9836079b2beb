// Places of sealed values: table, column and row, which are authenticated with the value.
import type { Rows } from '../../../db/rows.ts'
import type { SealPlace } from './secrets.ts'

const sealPlace =
  <Table extends keyof Rows>(table: Table, column: keyof Rows[Table] & string) =>
  (row: number | string) =>
    ({ table, column, row }) satisfies SealPlace

export const sealedPlaces = {
  accountPhone: sealPlace('account', 'phone_sealed'),
  /** The row is the account, because it has only one authenticator app. */
  totpSecret: sealPlace('second_factor', 'secret_sealed'),
  totpEnrolment: sealPlace('totp_enrolment', 'secret_sealed'),
  wechatPayer: sealPlace('wechat_payer', 'openid_sealed'),
  smsPhone: sealPlace('sms_message', 'phone_sealed'),
  smsCode: sealPlace('sms_message', 'code_sealed'),
  memberIdNumber: sealPlace('member', 'id_number_sealed'),
  memberPhone: sealPlace('member', 'phone_sealed'),
  memberEmail: sealPlace('member', 'email_sealed'),
  applicationForm: sealPlace('member_application', 'form_sealed'),
  applicationNote: sealPlace('member_note', 'text_sealed'),
  seatPhone: sealPlace('member_seat', 'phone_sealed'),
  deliveryPhone: sealPlace('delivery', 'phone_sealed'),
  pushSubscription: sealPlace('push_subscription', 'subscription_sealed'),
  registrationContact: sealPlace('registration', 'contact_sealed'),
  registrationRequest: sealPlace('registration_request', 'wanted_sealed'),
  receiptEmail: sealPlace('receipt', 'email_sealed'),
  submissionPerson: sealPlace('submission', 'person_sealed'),
  objectionWords: sealPlace('submission_objection', 'text_sealed'),
  bookingIntake: sealPlace('booking', 'intake_sealed'),
  bookingNote: sealPlace('booking_note', 'text_sealed'),
  bookingComplaint: sealPlace('booking_complaint', 'text_sealed'),
  /** The row is the booking, because it has only one rating. */
  bookingRating: sealPlace('booking_rating', 'text_sealed'),
  crisisNote: sealPlace('crisis_note', 'text_sealed'),
  crisisText: sealPlace('crisis_text', 'text_sealed'),
  appAlertText: sealPlace('im_app_alert', 'text_sealed'),
  conversationKey: sealPlace('im_conversation', 'sealed_key'),
  chatProfile: sealPlace('im_user', 'sealed'),
  appSecret: sealPlace('im_app', 'secret_sealed'),
  formerAppSecret: sealPlace('im_app', 'former_secret_sealed'),
  systemMessage: sealPlace('im_system_message', 'sealed'),
  collect: sealPlace('im_collect', 'content_sealed'),
  /** The row is account and device, because the table has no id. */
  deviceToken: (imId: number, deviceId: string) => sealPlace('im_device', 'token_sealed')(`${imId} ${deviceId}`),
  simulatedGateway: sealPlace('simulated_gateway', 'keys_sealed'),
}
