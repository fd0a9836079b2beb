// Buttons of an app in the list.
import { Button } from 'antd'
import type { App } from '@xinqiao/contract/http/chat/apps.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { navigate } from '../kit/navigation/router.tsx'

type AppActionsProps = { app: App } & Record<
  'onEdit' | 'onToggle' | 'onShowCalls' | 'onShowAttempts' | 'onRenew',
  (app: App) => void
>

export const AppActions = ({ app, onEdit, onToggle, onShowCalls, onShowAttempts, onRenew }: AppActionsProps) => (
  <div className="row-actions">
    {!app.isSite && (
      <>
        {!app.isPlayground && (
          <Button type="link" aria-label={`修改 ${app.name}`} onClick={() => onEdit(app)}>
            修改
          </Button>
        )}
        <Button
          type="link"
          danger={app.isOpen}
          aria-label={`${app.isOpen ? '停用' : '启用'} ${app.name}`}
          onClick={() => onToggle(app)}
        >
          {app.isOpen ? '停用' : '启用'}
        </Button>
      </>
    )}
    <Button type="link" aria-label={`账号 ${app.name}`} onClick={() => navigate(`/apps/${app.id}`)}>
      账号
    </Button>
    {!app.isPlayground && (
      <Button type="link" aria-label={`接口调用 ${app.name}`} onClick={() => onShowCalls(app)}>
        接口调用
      </Button>
    )}
    {!app.isSite && !app.isPlayground && (
      <Button type="link" aria-label={`危机提醒 ${app.name}`} onClick={() => onShowAttempts(app)}>
        危机提醒
      </Button>
    )}
    {app.isPlayground ? (
      app.isOpen && (
        <Button type="link" href={routes.imPlayground} target="_blank" rel="noreferrer">
          打开试用页
        </Button>
      )
    ) : (
      <Button type="link" aria-label={`更换密钥 ${app.name}`} onClick={() => onRenew(app)}>
        更换密钥
      </Button>
    )}
  </div>
)
