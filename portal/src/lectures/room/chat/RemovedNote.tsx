// Tells a visitor whom a moderator has removed what is still possible, and whom to ask.
import { SecretariatLink } from '../../../frame/SecretariatLink.tsx'

export const RemovedNote = () => (
  <span className="block text-sm text-muted">
    主持人请您离开了交流，您不能再发言、提问和举手，仍可以看讲座。有疑问请
    <SecretariatLink />。
  </span>
)
