// The dialog in which staff edit who belongs to a committee. Only these people may register as its members; an empty
// list allows everyone. The chat group of the committee follows the list.
import { Alert, App, Input, Modal } from 'antd'
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { Committee } from '@xinqiao/contract/http/conference/staff.ts'
import { errorMessageOf, fieldErrorsOf } from '../../kit/api/hooks.ts'
import { LoadFailed } from '../../kit/states.tsx'
import { api } from '../../kit/api/api.ts'
import { RosterGroupPanel } from '../../roster-groups/RosterGroupPanel.tsx'
import { useApi } from '../../kit/api/use-api.ts'

const maxShownNames = 20
const changedMessage = '名单刚刚被别人改过，没有保存。您写的内容还在；再按“保存”时会列出将去掉的人，请核对。'

const listNames = (text: string): string[] => text.split(/[\s,，]+/).filter(Boolean)

type CommitteeMembersDialogProps = { committee: Committee; onClose: () => void }

export function CommitteeMembersDialog({ committee, onClose }: CommitteeMembersDialogProps) {
  const { message, modal } = App.useApp()
  const { data, error, reload } = useApi('GET /admin/committee/members', { id: committee.id })
  const [text, setText] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [saves, setSaves] = useState(0)
  const savedText = (data ?? []).map((member) => member.username).join('\n')
  const namesText = text ?? savedText
  const save = async () => {
    setBusy(true)
    try {
      const readUsernames = (data ?? []).map(({ username }) => username)
      await api('PUT /admin/committee/members', { id: committee.id, usernames: listNames(namesText), readUsernames })
      setProblem('')
      setText(null)
      setSaves(saves + 1)
      reload()
      message.success('保存成功')
    } catch (failure) {
      const isChanged = failure instanceof Failure && failure.reason === 'changedMeanwhile'
      // the text stays; saving again names everyone whom it would take off the present list
      if (isChanged) {
        setText(namesText)
        reload()
      }
      setProblem(isChanged ? changedMessage : (fieldErrorsOf(failure)['usernames'] ?? errorMessageOf(failure)))
    }
    setBusy(false)
  }
  const confirmSave = () => {
    const names = new Set(listNames(namesText).map((name) => name.toLowerCase()))
    const removedNames = (data ?? []).map(({ username }) => username).filter((name) => !names.has(name.toLowerCase()))
    if (removedNames.length === 0) return void save()
    const rest = removedNames.length > maxShownNames ? '等' : ''
    return modal.confirm({
      title: `从名单中去掉${removedNames.length}人吗？`,
      content: `${removedNames.slice(0, maxShownNames).join('、')}${rest}。其中在委员群里的人会在一分钟内离开群并收到通知；再列入后，也看不到以前的消息。`,
      okText: '去掉并保存',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: save,
    })
  }
  const close = () => {
    if (text === null || text === savedText) return onClose()
    return modal.confirm({
      title: '名单还没有保存，要放弃修改吗？',
      okText: '放弃修改',
      okButtonProps: { danger: true },
      cancelText: '继续修改',
      onOk: onClose,
    })
  }
  return (
    <Modal
      open
      title={`委员名单：${committee.name}`}
      okText="保存"
      okButtonProps={{ disabled: !data }}
      cancelText="关闭"
      confirmLoading={isBusy}
      onOk={confirmSave}
      onCancel={close}
    >
      {error && <LoadFailed message={error} onRetry={reload} />}
      <label htmlFor="committee-members">委员账号，一行一个</label>
      <Input.TextArea
        id="committee-members"
        rows={8}
        value={namesText}
        disabled={!data}
        aria-invalid={problem !== ''}
        aria-describedby="committee-members-hint"
        onChange={({ target }) => setText(target.value)}
      />
      <p className="hint" id="committee-members-hint">
        名单不为空时，只有名单上的账号可以用该委员会的身份报名；名单为空时不核验。
      </p>
      {problem !== '' && <Alert className="note-above" type="error" showIcon role="alert" title={problem} />}
      <RosterGroupPanel key={saves} kind="committee" sourceId={committee.id} />
    </Modal>
  )
}
