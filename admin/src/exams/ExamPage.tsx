// One examination: settings, supervision, and results.
import { App, Button, Tabs } from 'antd'
import type { StaffExam } from '@xinqiao/contract/http/exams/staff.ts'
import { withQuery } from '@xinqiao/contract/routes.ts'
import { formatMinuteOrDash } from '../kit/format-time.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { Link, navigate, useRouterLocation } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { AllowancePanel } from './AllowancePanel.tsx'
import { ExamForm } from './ExamForm.tsx'
import './exams.css'
import { ResultsPanel } from './ResultsPanel.tsx'
import { AttemptsPanel } from './AttemptsPanel.tsx'
import { examStates } from './labels.ts'

function StateButtons({ exam, onChanged }: { exam: StaffExam; onChanged: () => void }) {
  const { modal, message } = App.useApp()
  const changeState = (state: 'open' | 'cancelled', title: string, content: string) =>
    void modal.confirm({
      title,
      content,
      okText: '确定',
      cancelText: '返回',
      onOk: async () => {
        try {
          await api('POST /admin/exam/state', { id: exam.id, version: exam.version, state })
          message.success(state === 'open' ? '考试已发布' : '考试已取消')
          onChanged()
        } catch (error) {
          message.error(errorMessageOf(error))
        }
      },
    })
  return (
    <>
      {exam.state === 'draft' && (
        <Button
          type="primary"
          onClick={() => changeState('open', '发布这场考试吗？', '发布后，考生可以在“在线考试”中看到它。')}
        >
          发布
        </Button>
      )}
      {exam.state !== 'cancelled' && (
        <Button
          danger
          onClick={() =>
            changeState(
              'cancelled',
              '取消这场考试吗？',
              '取消后考生不再能看到它，已有的成绩也不再显示。此操作记入审计日志。',
            )
          }
        >
          取消考试
        </Button>
      )}
    </>
  )
}

export function ExamPage({ id }: ScreenProps) {
  const { params } = useRouterLocation()
  const { data, error, reload } = useApi('GET /admin/exam', id === '' ? null : { id: Number(id) })
  if (id === '')
    return (
      <>
        <ScreenHead title="安排考试" />
        <ExamForm exam={null} onChanged={reload} />
      </>
    )
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/exams">返回列表</Link>} />
  if (!data) return <LoadingView />
  const tab = params.get('tab') ?? 'settings'
  return (
    <>
      <ScreenHead
        title={data.name}
        lead={`${examStates[data.state]}　${formatMinuteOrDash(data.startTime)} 至 ${formatMinuteOrDash(data.endTime)}`}
      >
        <StateButtons exam={data} onChanged={reload} />
      </ScreenHead>
      <Tabs
        activeKey={tab}
        onChange={(next) => navigate(withQuery(`/exams/${id}`, { tab: next === 'settings' ? null : next }))}
        destroyOnHidden
        items={[
          {
            key: 'settings',
            label: '设置',
            children: (
              <>
                <ExamForm key={data.version} exam={data} onChanged={reload} />
                <AllowancePanel exam={data} onChanged={reload} />
              </>
            ),
          },
          { key: 'attempts', label: '监考', children: <AttemptsPanel examId={data.id} /> },
          { key: 'results', label: '成绩与分析', children: <ResultsPanel examId={data.id} /> },
        ]}
      />
    </>
  )
}
