// Friend applications that wait for the reader, above the list of conversations.
import '../panel/panel.css'
import { friendRequests } from '@xinqiao/contract/im/accounts/friend.ts'
import type { SystemMessage } from '@xinqiao/contract/im/accounts/notify.ts'
import { withoutDirectionControls } from '@xinqiao/contract/visible-text.ts'
import type { ChatSession } from '@xinqiao/im-sdk/chat/chat-session.ts'
import { RequestItem } from './RequestItem.tsx'
import { useNames } from '../members/use-names.ts'

type FriendRequestsProps = {
  chat: ChatSession
  requests: readonly SystemMessage[]
  /** Opens the private chat of an accepted application. */
  onAccepted: (account: string) => void
}

const isFriendRequest = ({ type, attach }: SystemMessage): boolean =>
  type === 'friendRequest' && attach === `${friendRequests.applyFriend}`

/** Names the group of the application, unless the reader has left it. */
function describeOrigin(chat: ChatSession, teamId: string | undefined): string {
  const record = [...chat.client.store.teams.values()].find(({ team }) => team.teamId === teamId)
  return record ? `（来自小组“${withoutDirectionControls(record.team.name)}”）` : ''
}

export function FriendRequests({ chat, requests, onAccepted }: FriendRequestsProps) {
  const applications = requests.filter(isFriendRequest)
  const readAccountName = useNames(
    chat,
    applications.map(({ from }) => from),
  )
  return (
    <section className="group-invitations" aria-label="好友申请">
      <ul>
        {applications.map(({ idServer, from, nickInTeam = '', teamId }) => {
          const name = withoutDirectionControls(nickInTeam) || readAccountName(from)
          return (
            <RequestItem
              key={idServer}
              name={name}
              text={`${name}申请加您为好友${describeOrigin(chat, teamId)}`}
              note="同意后可以私聊，互相显示在小组里的称呼"
              onAccept={async () => {
                await chat.answerFriend({ from, idServer }, true)
                onAccepted(from)
              }}
              onRefuse={() => chat.answerFriend({ from, idServer }, false)}
            />
          )
        })}
      </ul>
    </section>
  )
}
