// Apps: sites whose pages may use the chat.
import { PlusOutlined } from '@ant-design/icons'
import { Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { App, IssuedSecret } from '@xinqiao/contract/http/chat/apps.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { SecretDialog } from '../kit/SecretDialog.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { ToneTag } from '../kit/lists/ToneTag.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { AppActions } from './AppActions.tsx'
import { AppDialog } from './AppDialog.tsx'
import { AttemptsDialog } from './AttemptsDialog.tsx'
import { CallsDialog } from './CallsDialog.tsx'
import { useAppActions } from './use-app-actions.ts'
import './apps.css'

const AppStateTag = ({ isOpen }: Pick<App, 'isOpen'>) => (
  <ToneTag tone={isOpen ? 'good' : 'calm'}>{isOpen ? '启用' : '已停用'}</ToneTag>
)
const describeDuty = ({ alertUrl }: Pick<App, 'alertUrl'>) => (alertUrl === '' ? '协会值班' : '应用自己')
const OriginList = ({ origins, isPlayground }: Pick<App, 'origins' | 'isPlayground'>) =>
  isPlayground
    ? '没有来源，供开发者试用'
    : origins.length > 0
      ? origins.map((origin) => <div key={origin}>{origin}</div>)
      : '还没有填写'

export function AppsPage() {
  const { page } = useListAddress()
  const loaded = useApi('GET /admin/apps', { page, size: pageSize })
  const [editedApp, setEditedApp] = useState<App | 'new' | null>(null)
  const [watchedApp, setWatchedApp] = useState<App | null>(null)
  const [alerted, setAlerted] = useState<App | null>(null)
  const [issuedSecret, setIssuedSecret] = useState<IssuedSecret | null>(null)

  const { toggle, renewSecret } = useAppActions({ reload: loaded.reload, onIssued: setIssuedSecret })
  const renderActions = (app: App) => (
    <AppActions
      app={app}
      onEdit={setEditedApp}
      onToggle={toggle}
      onShowCalls={setWatchedApp}
      onShowAttempts={setAlerted}
      onRenew={renewSecret}
    />
  )
  const columns: TableColumnsType<App> = [
    { title: '名称', dataIndex: 'name', width: 140 },
    { title: '来源', key: 'origins', className: 'app-text', render: (_, app) => <OriginList {...app} /> },
    { title: 'AppKey', key: 'appKey', width: 200, className: 'app-text', render: (_, { appKey }) => appKey },
    { title: '危机提醒', key: 'duty', width: 110, render: (_, app) => describeDuty(app) },
    { title: '状态', key: 'state', width: 90, render: (_, app) => <AppStateTag isOpen={app.isOpen} /> },
    { title: '操作', key: 'actions', width: 450, render: (_, app) => renderActions(app) },
  ]
  return (
    <>
      <ScreenHead title="开放接入" lead="让合作网站的页面使用本站的聊天">
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditedApp('new')}>
          新建应用
        </Button>
      </ScreenHead>
      <p className="hint app-hint">
        每个合作网站建一个应用，并填写其聊天页面的网址（来源）。只有列出的来源可以连接聊天、上传文件和读取文件的内容。消息里图片与文件的地址带有签名：拿到地址的人一天内可以打开，任何网站也能显示它，所以不要公开。AppKey
        用来区分应用，可以写在页面里；密钥供对方的服务器使用，不能写在页面里。对方的程序员可以阅读
        <a className="text-link" href={routes.imDocs} target="_blank" rel="noreferrer">
          开发文档
        </a>
        。
      </p>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(app) => (
          <>
            <strong>{app.name}</strong> <AppStateTag isOpen={app.isOpen} />
            <div className="cards-facts app-text">
              <div>
                <OriginList {...app} />
              </div>
              <span>AppKey {app.appKey}</span>
              <span>危机提醒给{describeDuty(app)}</span>
            </div>
            {renderActions(app)}
          </>
        )}
        empty={<EmptyList message="还没有应用" />}
        unit="个应用"
        minWidth={1120}
      />
      <AppDialog
        app={editedApp}
        onClose={() => setEditedApp(null)}
        onCreated={(created) => {
          setEditedApp(null)
          setIssuedSecret(created)
          loaded.reload()
        }}
        onSaved={() => {
          setEditedApp(null)
          loaded.reload()
        }}
      />
      <AttemptsDialog app={alerted} onClose={() => setAlerted(null)} />
      <CallsDialog app={watchedApp} onClose={() => setWatchedApp(null)} />
      <SecretDialog
        isOpen={issuedSecret !== null}
        title="请保存密钥"
        facts={{ AppKey: issuedSecret?.appKey ?? '' }}
        label="密钥"
        secret={issuedSecret?.secret ?? ''}
        copyLabel="复制密钥"
        note="密钥只显示这一次，关闭后无法再查看。请交给对方的技术人员，存放在服务器上。"
        onClose={() => setIssuedSecret(null)}
      />
    </>
  )
}
