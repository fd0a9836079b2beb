// The text of an announcement. Numbers that the server checks are written as names, which the page replaces by values.
import { App, Button, DatePicker, Form, Input } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { announcements, type AnnouncementId } from '@xinqiao/contract/announcements.ts'
import type { StaffAnnouncement } from '@xinqiao/contract/http/submissions/staff.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { LazyEditor } from '../articles/editor/LazyEditor.tsx'
import { focusFirstError, useFormAction, requiredTextRules, requiredRules } from '../kit/forms/forms.ts'
import { useFormGuard } from '../kit/forms/form-guard.tsx'
import { Link, useRouterLocation } from '../kit/navigation/router.tsx'
import { LoadFailed, EmptyList, ScreenHead, LoadingView } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './submissions.css'

const addresses: Record<AnnouncementId, string> = {
  essay: routes.essay,
  competition: routes.competition,
  individual: routes.individual,
  collective: routes.individual1,
}
const isAnnouncement = (id: string): id is AnnouncementId => Object.hasOwn(announcements, id)
type AnnouncementFields = { title: string; dated: Dayjs; lead: string; content: string }

function AnnouncementForm({ text, onSaved }: { text: StaffAnnouncement; onSaved: () => void }) {
  const { message } = App.useApp()
  const [form] = Form.useForm<AnnouncementFields>()
  const guard = useFormGuard()
  const [save, busy] = useFormAction(form, async ({ dated, ...fields }: AnnouncementFields) => {
    const { id, version } = text
    await api('PUT /admin/announcement', { ...fields, dated: dated.format('YYYY-MM-DD'), id, version })
    guard.settle()
    message.success('保存成功')
    onSaved()
  })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={{ ...text, dated: dayjs(text.dated) }}
      onValuesChange={guard.touch}
      onFinish={save}
      onFinishFailed={focusFirstError(form)}
      scrollToFirstError={false}
    >
      <section className="panel">
        <Form.Item name="title" label="标题" rules={requiredTextRules('请输入标题')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="dated" label="发布日期" rules={requiredRules('请选择日期')}>
          <DatePicker allowClear={false} />
        </Form.Item>
        <Form.Item name="lead" label="导语" rules={requiredTextRules('请输入导语')}>
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Form.Item name="content" label="正文">
          <LazyEditor />
        </Form.Item>
      </section>
      <section className="panel" aria-labelledby="numbers">
        <h2 id="numbers">数值的写法</h2>
        <p className="hint">
          字数、时长、截止时间等与系统检查的规则一致：在文中写花括号里的名称，页面上显示右侧的数值；规则或征集设置变动时自动更新。
        </p>
        <dl className="announced-numbers">
          {text.numbers.map(({ name, text: value }) => (
            <div key={name}>
              <dt>{`{${name}}`}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <p>
        <Button type="primary" size="large" htmlType="submit" loading={busy}>
          保存
        </Button>
      </p>
    </Form>
  )
}

export function AnnouncementPage() {
  const id = useRouterLocation().params.get('id') ?? ''
  const announcementId = isAnnouncement(id) ? id : null
  const { data, error, reload } = useApi('GET /admin/announcement', announcementId && { id: announcementId })
  if (!announcementId) return <EmptyList message="没有这份通知" />
  if (error) return <LoadFailed message={error} onRetry={reload} extra={<Link to="/calls">返回征集</Link>} />
  if (!data) return <LoadingView />
  return (
    <>
      <ScreenHead
        title={`通知正文：${announcements[announcementId].title}`}
        lead="保存后网站立即显示；截止时间与评分权重在征集的设置中修改"
      >
        <Button href={addresses[announcementId]} target="_blank" rel="noopener">
          查看页面
        </Button>
        <Link to="/calls">返回征集</Link>
      </ScreenHead>
      <AnnouncementForm key={data.version} text={data} onSaved={reload} />
    </>
  )
}
