// Shows a new password once.
import { SecretDialog } from '../kit/SecretDialog.tsx'

export type IssuedPassword = { username: string; password: string; isNew: boolean }

export const PasswordDialog = ({ issued, onClose }: { issued: IssuedPassword | null; onClose: () => void }) => (
  <SecretDialog
    isOpen={issued !== null}
    title={issued?.isNew ? '账号已创建' : '密码已重设'}
    facts={{ 账号: issued?.username ?? '' }}
    label={issued?.isNew ? '初始密码' : '新密码'}
    secret={issued?.password ?? ''}
    copyLabel="复制密码"
    note="密码只显示这一次，关闭后无法再查看。请告知本人登录后尽快修改。"
    onClose={onClose}
  />
)
