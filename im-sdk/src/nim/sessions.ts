// Sessions: conversations as the account sees them.
import { peerOfSession } from '@xinqiao/contract/im/scene.ts'
import { listSessions, settle, tell } from './core.ts'
import { NimFiles } from './files.ts'
import type { Done } from './options.ts'
import type { NimSession } from './present.ts'

export class NimSessions extends NimFiles {
  getLocalSessions({ done }: { done?: Done<{ sessions: NimSession[] }> } = {}): void {
    done?.(null, { sessions: listSessions(this) })
  }
  resetSessionUnread(sessionId: string, done?: (error: Error | null, failedSessionId?: string) => void): void {
    void settle(
      this.client.markRead(peerOfSession(sessionId)),
      () => done?.(null),
      (error) => done?.(error, sessionId),
    )
  }
  deleteSession({ scene, to, done }: { scene: string; to: string; done?: Done<null> }): void {
    this.deleteSessions({ sessions: [{ scene, to }], ...(done && { done }) })
  }
  deleteSessions({ sessions, done }: { sessions: { scene: string; to: string }[]; done?: Done<null> }): void {
    const input = { sessions: sessions.map(({ scene, to }) => ({ scene: scene as 'p2p', to })) }
    tell(
      this.client.request('msg.deleteSessions', input).then(() => null),
      done,
    )
  }
}
