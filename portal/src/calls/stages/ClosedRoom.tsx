// The waiting room of a consultation whose time has passed: no call, and therefore no camera.
import type { WaitingRoom } from '@xinqiao/contract/http/booking/waiting-rooms.ts'
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { ButtonLink } from '@xinqiao/ui/Button.tsx'
import { BookingsLink } from './BookingsLink.tsx'
import { describeHours } from './WaitingRoom.tsx'

export const ClosedRoom = ({ room }: { room: WaitingRoom }) => (
  <section className="call-end" aria-label="等候室">
    <h2>这次咨询已结束</h2>
    <output>
      预约时间：{describeHours(room)}，不能再通话。
      {room.isCounsellor ? '可以在“来访预约”里写记录。' : '如有需要请重新预约。'}
    </output>
    <div>
      <BookingsLink isCounsellor={room.isCounsellor} />
      <ButtonLink look="ghost" href={withQuery(routes.im, { to: room.accid })}>
        返回聊天
      </ButtonLink>
    </div>
  </section>
)
