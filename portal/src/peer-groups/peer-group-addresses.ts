// Addresses of peer groups and their chat.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'

export const peerGroupHref = ({ id }: { id: number }): string => withQuery(routes.peerGroup, { id })
export const peerChatHref = (teamId: string): string => withQuery(routes.im, { team: teamId })
