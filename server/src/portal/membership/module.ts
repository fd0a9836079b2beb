// Module of the server (see modules.ts): membership.
import type { Module } from '../../kit/module.ts'
import { membershipFeeOrderKind } from './billing/order-kind.ts'
import { membershipHandlers, ownMembershipHandlers } from './handlers.ts'
import { memberExport } from './members/export.ts'
import { updateMemberships } from './renewal/daily-job.ts'
import {
  staffApplicationHandlers,
  staffBranchHandlers,
  staffLevelHandlers,
  staffMemberHandlers,
} from './staff-handlers.ts'

export const membershipModule = {
  handlers: {
    ...membershipHandlers,
    ...ownMembershipHandlers,
    ...staffApplicationHandlers,
    ...staffMemberHandlers,
    ...staffLevelHandlers,
    ...staffBranchHandlers,
  },
  orderKinds: { membershipFee: membershipFeeOrderKind },
  exportKinds: { members: memberExport },
  jobs: [{ name: 'membership terms', everySeconds: 3600, run: (kit) => updateMemberships(kit) }],
} satisfies Module
