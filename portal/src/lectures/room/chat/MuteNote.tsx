// Tells a muted visitor until when the mute lasts.
import { formatTimeOfDay } from '../../../chat/relative-time.ts'

/** @param muteEnd in milliseconds */
export const MuteNote = ({ muteEnd }: { muteEnd: number }) => (
  <output className="block text-sm text-danger">您已被禁言，{formatTimeOfDay(muteEnd)}后可以继续发言。</output>
)
