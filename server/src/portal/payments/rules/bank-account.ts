// The association's bank account, and the kinds of orders that can be paid to it.
import type { OrderKindName } from '@xinqiao/contract/orders.ts'
import type { Kit } from '../../../kit/ctx.ts'

const demoAccount = '户名：省心理卫生协会（演示账户）\n开户行：演示银行营业部\n账号：0000 0000 0000 0000'

/** The bank account as text; empty if none is configured. */
export const findBankAccount = (kit: Kit): string =>
  kit.config.BANK_ACCOUNT.replaceAll('|', '\n') || (kit.pay.simulator ? demoAccount : '')

/** A bank transfer takes days, so it cannot pay for what is held only for minutes. */
export const isDuesOrder = (kit: Kit, kind: OrderKindName) => kit.orderKinds[kind]?.receipt === 'dues'
export const canPayByTransfer = (kit: Kit, kind: OrderKindName): boolean =>
  isDuesOrder(kit, kind) && findBankAccount(kit) !== ''
