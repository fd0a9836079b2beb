// Invitations to groups, above the list of conversations.
import '../panel/panel.css'
import { imErrors, ImFailure } from '@xinqiao/contract/im/errors.ts'
import type { CommandInput } from '@xinqiao/contract/im/index.ts'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { RequestItem } from './RequestItem.tsx'
import { teamRefOf } from '../members/members.ts'
import { listRequests } from '../../team-requests.ts'
import { useNames } from '../members/use-names.ts'

/** Removes an invitation to a group that no longer exists. */
async function accept(chat: ChatSession, answer: CommandInput<'team.acceptTeamInvite'>): Promise<void> {
  try {
    await chat.client.request('team.acceptTeamInvite', answer)
  } catch (error) {
    if (!(error instanceof ImFailure) || error.code !== imErrors.noSuchTeam.code) throw error
    await chat.client.request('team.rejectTeamInvite', answer)
    throw new Error('这个小组已解散，邀请已移除', { cause: error })
  }
}

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
              onAccept={() => accept(chat, answer)}
              onRefuse={() => chat.client.request('team.rejectTeamInvite', answer)}
            />
          )
        })}
      </ul>
    </section>
  )
}
