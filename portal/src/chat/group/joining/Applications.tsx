// Applications to join a group, for owner and managers.
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { RequestItem } from './RequestItem.tsx'
import { teamRefOf } from '../members/members.ts'
import type { TeamRequest } from '../../team-requests.ts'
import { useNames } from '../members/use-names.ts'

type ApplicationsProps = { chat: ChatSession; applications: readonly TeamRequest[] }

export function Applications({ chat, applications }: ApplicationsProps) {
  const readAccountName = useNames(
    chat,
    applications.map(({ from }) => from),
  )
  return (
    <section className="group-part" aria-labelledby="group-applications">
      <h3 id="group-applications">入组申请（{applications.length}）</h3>
      <ul>
        {applications.map(({ idServer, from, ps, nickInTeam, team }) => {
          const name = readAccountName(from)
          const answer = { ...teamRefOf(team), idServer, from }
          return (
            <RequestItem
              key={idServer}
              name={name}
              text={nickInTeam === '' ? name : `${name}，想用昵称“${nickInTeam}”`}
              note={ps}
              onAccept={() => chat.client.request('team.passTeamApply', answer)}
              onRefuse={() => chat.client.request('team.rejectTeamApply', answer)}
            />
          )
        })}
      </ul>
    </section>
  )
}
