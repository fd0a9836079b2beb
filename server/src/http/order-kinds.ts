// All kinds of orders.
import type { OrderKinds } from '../kit/ctx.ts'
import { bookingKind } from '../portal/booking/money.ts'
import { conferenceKind } from '../portal/conference/payments/order-kind.ts'
import { membershipFee } from '../portal/membership/billing/order-kind.ts'

export const orderKinds: OrderKinds = { conference: conferenceKind, membershipFee, booking: bookingKind }
