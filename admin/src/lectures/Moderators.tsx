// Moderators of a lecture, the speaker among them: appoint and dismiss.
import { App, Button, Form, Input } from 'antd'
import type { LectureModerator } from '@xinqiao/contract/http/lectures/staff.ts'
import { api } from '../kit/api/api.ts'
import { useAction } from '../kit/api/hooks.ts'
import { useApi } from '../kit/api/use-api.ts'
import { focusFirstError, requiredTextRules, useFormAction } from '../kit/forms/forms.ts'
import { EmptyList, LoadFailed, LoadingView } from '../kit/states.tsx'

type ModeratorFields = { username: string; name?: string }

export function Moderators({ lectureId }: { lectureId: number }) {
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<ModeratorFields>()
  const { data, error, reload } = useApi('GET /admin/lecture/moderators', { id: lectureId })
  const [add, isAdding] = useFormAction(form, async ({ username, name = '' }: ModeratorFields) => {
    await api('POST /admin/lecture/moderator', { id: lectureId, username, name, isAdded: true })
    message.success('保存成功')
    form.resetFields()
    reload()
  })
  const [remove, isRemoving] = useAction(async ({ username }: LectureModerator) => {
    await api('POST /admin/lecture/moderator', { id: lectureId, username, isAdded: false })
    message.success('已取消')
    reload()
  })
  const askToRemove = (moderator: LectureModerator) =>
    modal.confirm({
      title: `取消${moderator.name}的主持人吗？`,
      content: '取消后，这个账号不能再管理聊天室。',
      okText: '取消主持人',
      cancelText: '不取消',
      onOk: () => remove(moderator),
    })
  if (error) return <LoadFailed message={error} onRetry={reload} />
  if (!data) return <LoadingView />
  return (
    <section className="panel">
      <h2>讲者与主持人</h2>
      {data.content.length === 0 ? (
        <EmptyList message="还没有主持人，聊天室里没有人能管理" />
      ) : (
        <ul className="cards">
          {data.content.map((moderator) => (
            <li key={moderator.username}>
              <strong>{moderator.name}</strong>
              <div className="cards-facts">
                <span>账号 {moderator.username}</span>
              </div>
              <div className="button-row">
                <Button
                  size="small"
                  danger
                  loading={isRemoving}
                  aria-label={`取消主持人：${moderator.name}`}
                  onClick={() => askToRemove(moderator)}
                >
                  取消主持人
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Form form={form} layout="vertical" onFinish={add} onFinishFailed={focusFirstError(form)}>
        <Form.Item
          name="username"
          label="主持人账号"
          extra="登录名、手机号、昵称或聊天账号。主持人须是咨询师或用户，可以在聊天室里管理发言、写下对提问的回答"
          rules={requiredTextRules('请输入账号')}
        >
          <Input maxLength={64} />
        </Form.Item>
        <Form.Item name="name" label="聊天室里显示的名字（选填）" extra="不填为账号的昵称">
          <Input maxLength={20} />
        </Form.Item>
        <Button htmlType="submit" loading={isAdding}>
          添加主持人
        </Button>
      </Form>
    </section>
  )
}
