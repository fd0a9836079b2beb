// Invitations to groups, above the list of conversations.
import '../panel/panel.css'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { RequestItem } from './RequestItem.tsx'
import { teamRefOf } from '../members/members.ts'
import { listRequests } from '../../team-requests.ts'
import { useNames } from '../members/use-names.ts'

type InvitationsProps = { chat: ChatSession; requests: readonly SystemMessage[] }

export function Invitations({ chat, requests }: InvitationsProps) {
  const invitations = listRequests(requests, 'teamInvite')
  const readAccountName = useNames(
    chat,
    invitations.map(({ from }) => from),
  )
  return (
    <section className="group-invitations" aria-label="小组邀请">
      <ul>
        {invitations.map(({ idServer, from, ps, team }) => {
          const name = readAccountName(from)
          const answer = { ...teamRefOf(team), idServer, from }
          return (
            <RequestItem
              key={idServer}
              name={name}
              text={`${name}邀请您加入“${team.name}”`}
              note={ps}
              onAccept={() => chat.client.request('team.acceptTeamInvite', answer)}
              onRefuse={() => chat.client.request('team.rejectTeamInvite', answer)}
            />
          )
        })}
      </ul>
    </section>
  )
}
