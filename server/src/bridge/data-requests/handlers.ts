// Endpoints of requests about a person's own data.
import type { dataRequests } from '@xinqiao/contract/http/data-requests.ts'
import { viewerOf, type Handlers } from '../../kit/ctx.ts'
import * as requests from './data-requests.ts'

export const dataRequestHandlers: Handlers<typeof dataRequests> = {
  'GET /dataRequest/mine': (_input, ctx) => requests.listOwnRequests(ctx.kit.sql, viewerOf(ctx).id),
  'POST /dataRequest/add': (input, ctx) => requests.addRequest(ctx, input),
  'POST /dataRequest/withdraw': ({ id }, ctx) => requests.withdrawRequest(ctx, id),
  'GET /admin/dataRequests': ({ state, ...page }, { kit }) => requests.listStaffRequests(kit.sql, state, page),
  'POST /admin/dataRequest/carryOut': ({ id }, ctx) => requests.carryOutRequest(ctx, id),
  'POST /admin/dataRequest/refuse': (input, ctx) => requests.refuseRequest(ctx, input),
}
