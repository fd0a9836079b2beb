// Invitations to groups, above the list of conversations.
import '../panel/panel.css'
import { useState } from 'react'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { InvitationDialog } from './InvitationDialog.tsx'
import { RequestItem } from './RequestItem.tsx'
import { teamRefOf } from '../members/members.ts'
import { listRequests } from '../../team-requests.ts'
import { useNames } from '../members/use-names.ts'

type InvitationsProps = { chat: ChatSession; requests: readonly SystemMessage[]; isCounsellor: boolean }

export function Invitations({ chat, requests, isCounsellor }: InvitationsProps) {
  const invitations = listRequests(requests, 'teamInvite')
  /** Id of the invitation that the dialog shows. */
  const [reviewedId, setReviewedId] = useState<string | null>(null)
  const reviewed = invitations.find(({ idServer }) => idServer === reviewedId)
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
              text={`${name}邀请您加入“${withoutDirectionControls(team.name)}”`}
              about={`${team.memberNum}人${team.intro === '' ? '' : `，${withoutDirectionControls(team.intro)}`}`}
              note={ps}
              onReview={() => setReviewedId(idServer)}
              onRefuse={() => chat.client.request('team.rejectTeamInvite', answer)}
            />
          )
        })}
      </ul>
      {reviewed && (
        <InvitationDialog
          chat={chat}
          invitation={reviewed}
          inviter={readAccountName(reviewed.from)}
          isCounsellor={isCounsellor}
          onClose={() => setReviewedId(null)}
        />
      )}
    </section>
  )
}
