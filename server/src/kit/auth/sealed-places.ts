// Where sealed values are stored: table, column and row are part of what is authenticated.
import type { Rows } from '../../../db/rows.ts'
import type { SealPlace } from './secrets.ts'

const place =
  <Table extends keyof Rows>(table: Table, column: keyof Rows[Table] & string) =>
  (row: number | string) =>
    ({ table, column, row }) satisfies SealPlace

export const sealedPlaces = {
  accountPhone: place('account', 'phone_sealed'),
  /** The row is the account: it has one authenticator app. */
  totpSecret: place('second_factor', 'secret_sealed'),
  totpEnrolment: place('totp_enrolment', 'secret_sealed'),
  wechatPayer: place('wechat_payer', 'openid_sealed'),
  smsPhone: place('sms_message', 'phone_sealed'),
  smsCode: place('sms_message', 'code_sealed'),
  memberIdNumber: place('member', 'id_number_sealed'),
  memberPhone: place('member', 'phone_sealed'),
  memberEmail: place('member', 'email_sealed'),
  applicationForm: place('member_application', 'form_sealed'),
  applicationNote: place('member_note', 'text_sealed'),
  seatPhone: place('member_seat', 'phone_sealed'),
  deliveryPhone: place('delivery', 'phone_sealed'),
  registrationContact: place('registration', 'contact_sealed'),
  registrationRequest: place('registration_request', 'wanted_sealed'),
  receiptEmail: place('receipt', 'email_sealed'),
  submissionPerson: place('submission', 'person_sealed'),
  objectionWords: place('submission_objection', 'text_sealed'),
  bookingIntake: place('booking', 'intake_sealed'),
  bookingNote: place('booking_note', 'text_sealed'),
  bookingComplaint: place('booking_complaint', 'text_sealed'),
  /** The row is the booking: it has one rating. */
  bookingRating: place('booking_rating', 'text_sealed'),
  crisisNote: place('crisis_note', 'text_sealed'),
  crisisText: place('crisis_text', 'text_sealed'),
  conversationKey: place('im_conversation', 'sealed_key'),
  chatProfile: place('im_user', 'sealed'),
  systemMessage: place('im_system_message', 'sealed'),
  /** The row is account and device: it has no id. */
  deviceToken: (imId: number, deviceId: string) => place('im_device', 'token_sealed')(`${imId} ${deviceId}`),
  simulatedGateway: place('simulated_gateway', 'keys_sealed'),
}
