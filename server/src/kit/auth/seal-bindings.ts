// Bindings of sealed values: table, column and row, which are authenticated with the value.
import type { Rows } from '../../../db/rows.ts'
import type { SealBinding } from './secrets.ts'

const createBinding =
  <Table extends keyof Rows>(table: Table, column: keyof Rows[Table] & string) =>
  (row: number | string) =>
    ({ table, column, row }) satisfies SealBinding

export const sealBindings = {
  accountPhone: createBinding('account', 'phone_sealed'),
  /** The row is the account, because it has only one authenticator app. */
  totpSecret: createBinding('second_factor', 'secret_sealed'),
  totpEnrolment: createBinding('totp_enrolment', 'secret_sealed'),
  wechatPayer: createBinding('wechat_payer', 'openid_sealed'),
  smsPhone: createBinding('sms_message', 'phone_sealed'),
  smsCode: createBinding('sms_message', 'code_sealed'),
  memberIdNumber: createBinding('member', 'id_number_sealed'),
  memberPhone: createBinding('member', 'phone_sealed'),
  memberEmail: createBinding('member', 'email_sealed'),
  applicationForm: createBinding('member_application', 'form_sealed'),
  applicationNote: createBinding('member_note', 'text_sealed'),
  seatPhone: createBinding('member_seat', 'phone_sealed'),
  deliveryPhone: createBinding('delivery', 'phone_sealed'),
  pushSubscription: createBinding('push_subscription', 'subscription_sealed'),
  registrationContact: createBinding('registration', 'contact_sealed'),
  registrationRequest: createBinding('registration_request', 'wanted_sealed'),
  receiptEmail: createBinding('receipt', 'email_sealed'),
  submissionPerson: createBinding('submission', 'person_sealed'),
  objectionTexts: createBinding('submission_objection', 'text_sealed'),
  bookingIntake: createBinding('booking', 'intake_sealed'),
  bookingNote: createBinding('booking_note', 'text_sealed'),
  bookingComplaint: createBinding('booking_complaint', 'text_sealed'),
  /** The row is the booking, because it has only one rating. */
  bookingRating: createBinding('booking_rating', 'text_sealed'),
  peerApplicationNote: createBinding('peer_application', 'note_sealed'),
  peerReportTexts: createBinding('peer_report', 'texts_sealed'),
  lectureQuestion: createBinding('lecture_question', 'text_sealed'),
  lectureAnswer: createBinding('lecture_question', 'answer_sealed'),
  crisisNote: createBinding('crisis_note', 'text_sealed'),
  crisisText: createBinding('crisis_text', 'text_sealed'),
  signalEvent: createBinding('im_signal_event', 'event_sealed'),
  appAlertText: createBinding('im_app_alert', 'text_sealed'),
  conversationKey: createBinding('im_conversation', 'sealed_key'),
  chatProfile: createBinding('im_user', 'sealed'),
  appSecret: createBinding('im_app', 'secret_sealed'),
  formerAppSecret: createBinding('im_app', 'former_secret_sealed'),
  systemMessage: createBinding('im_system_message', 'sealed'),
  collect: createBinding('im_collect', 'content_sealed'),
  /** The row is room and time, because the table has no id. */
  roomMessage: (roomId: number, time: number | string) =>
    createBinding('im_room_message', 'body_sealed')(`${roomId} ${time}`),
  /** The row is room and key, with a space between, because an element is sealed before it has an id. */
  roomElement: createBinding('im_room_element', 'value_sealed'),
  /** The row is account and device, because the table has no id. */
  deviceToken: (imId: number, deviceId: string) => createBinding('im_device', 'token_sealed')(`${imId} ${deviceId}`),
  simulatedGateway: createBinding('simulated_gateway', 'keys_sealed'),
}
