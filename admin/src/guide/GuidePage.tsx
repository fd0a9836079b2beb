// The guide of the site: a trial, the association's common questions, the built-in ones, and the welcome.
import { Tabs } from 'antd'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { navigate, useRouterLocation } from '../kit/navigation/router.tsx'
import { LoadFailed, LoadingView, ScreenHead } from '../kit/states.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { BuiltInQuestions } from './BuiltInQuestions.tsx'
import './guide.css'
import { QuestionsPanel } from './QuestionsPanel.tsx'
import { TryPanel } from './TryPanel.tsx'
import { WelcomeForm } from './WelcomeForm.tsx'

const tabs = ['questions', 'built-in', 'welcome']

export function GuidePage() {
  const { params } = useRouterLocation()
  const loaded = useApi('GET /admin/guide', {})
  const { data, error, reload } = loaded
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  return (
    <>
      <ScreenHead
        title="站内向导"
        lead="聊天里回答访客问题的机器人。修改后最多10秒生效；像是有人身处危险的话，总是先给求助信息"
      />
      <TryPanel />
      <Tabs
        className="guide-tabs"
        activeKey={tabs.find((name) => name === params.get('tab')) ?? 'questions'}
        onChange={(tab) => navigate(withQuery('/guide', { tab: tab === 'questions' ? null : tab }))}
        destroyOnHidden
        items={[
          { key: 'questions', label: '自己的常见问题', children: <QuestionsPanel /> },
          {
            key: 'built-in',
            label: '自带的常见问题',
            children: <BuiltInQuestions questions={data.builtIn} onChanged={reload} />,
          },
          { key: 'welcome', label: '欢迎语', children: <WelcomeForm settings={data} onSaved={reload} /> },
        ]}
      />
    </>
  )
}
