// Program of a page that passes only the callback to methods without required options; `nim` is its instance.
export const bareCallbacks = `
import type { Chatroom } from '@xinqiao/im-sdk'
declare const room: Chatroom
nim.getTeams((error, teams) => console.log(error?.code, teams?.[0]?.name))
nim.getFriends((error, friends) => console.log(error?.code, friends))
nim.getLocalSessions((error, data) => console.log(error?.code, data?.sessions.length))
nim.getRelations((error, data) => console.log(error?.code, data?.blacklist.length))
nim.getMyInfo((error, user) => console.log(error?.code, user?.nick))
nim.fetchFileList((error) => console.log(error?.code))
nim.getTeams({ done: (error, teams) => console.log(error, teams?.length) })
room.getChatroom((error, data) => console.log(error?.code, data?.chatroom.name))`
