// 财务. Screens about orders, refunds, receipts and the books.
import {
  AccountBookOutlined,
  BankOutlined,
  FileDoneOutlined,
  FundOutlined,
  PayCircleOutlined,
  RollbackOutlined,
} from '@ant-design/icons'
import { lazy } from 'react'
import type { ScreenEntry } from '../kit/navigation/screen-entry.ts'
import { financiers } from './role-groups.ts'

const OrdersPage = lazy(async () => ({ default: (await import('../payments/OrdersPage.tsx')).OrdersPage }))
const OrderPage = lazy(async () => ({ default: (await import('../payments/OrderPage.tsx')).OrderPage }))
const RefundsPage = lazy(async () => ({ default: (await import('../payments/RefundsPage.tsx')).RefundsPage }))
const BillsPage = lazy(async () => ({ default: (await import('../payments/BillsPage.tsx')).BillsPage }))
const TransfersPage = lazy(async () => ({ default: (await import('../payments/TransfersPage.tsx')).TransfersPage }))
const ReceiptsPage = lazy(async () => ({ default: (await import('../payments/ReceiptsPage.tsx')).ReceiptsPage }))
const DuesPage = lazy(async () => ({ default: (await import('../payments/DuesPage.tsx')).DuesPage }))
const BillPage = lazy(async () => ({ default: (await import('../payments/BillPage.tsx')).BillPage }))

export const paymentScreens: readonly ScreenEntry[] = [
  {
    path: '/orders',
    title: '订单',
    who: financiers,
    Page: OrdersPage,
    icon: <PayCircleOutlined aria-hidden />,
  },
  { path: '/orders/:id', title: '订单', who: financiers, Page: OrderPage, menuPath: '/orders' },
  {
    path: '/refunds',
    title: '退款',
    who: financiers,
    Page: RefundsPage,
    icon: <RollbackOutlined aria-hidden />,
  },
  {
    path: '/bills',
    title: '对账',
    who: financiers,
    Page: BillsPage,
    icon: <AccountBookOutlined aria-hidden />,
  },
  {
    path: '/transfers',
    title: '转账核对',
    who: financiers,
    Page: TransfersPage,
    icon: <BankOutlined aria-hidden />,
  },
  {
    path: '/receipts',
    title: '票据',
    who: financiers,
    Page: ReceiptsPage,
    icon: <FileDoneOutlined aria-hidden />,
  },
  {
    path: '/dues',
    title: '会费收支',
    who: financiers,
    Page: DuesPage,
    icon: <FundOutlined aria-hidden />,
  },
  { path: '/bills/:id', title: '对账', who: financiers, Page: BillPage, menuPath: '/bills' },
]
