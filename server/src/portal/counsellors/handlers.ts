// Handlers of the endpoints of counsellors.
import type { counsellors } from '@xinqiao/contract/http/counsellors/counsellors.ts'
import type { Handlers } from '../../kit/ctx.ts'
import * as rules from './counsellors.ts'

export const counsellorHandlers: Handlers<typeof counsellors> = {
  'GET /consultDoctor/list': (input, ctx) => rules.listCounsellors(ctx, input),
  'GET /consultDoctor/getById': (input, ctx) => rules.getCounsellor(ctx, input),
  'GET /consultDoctorCollect/list': (input, ctx) => rules.listFollowed(ctx, input),
  'POST /consultDoctorCollect/add': ({ consultDoctorId }, ctx) => rules.setFollowed(ctx, consultDoctorId, true),
  'POST /consultDoctorCollect/del': ({ consultDoctorId }, ctx) => rules.setFollowed(ctx, consultDoctorId, false),
}
