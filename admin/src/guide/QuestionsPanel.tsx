// The association's common questions, which the guide quotes.
import { PlusOutlined } from '@ant-design/icons'
import { App, Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import type { GuideQuestion } from '@xinqiao/contract/http/chat/site-guide.ts'
import { guideLimits } from '@xinqiao/contract/guide.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { EmptyList } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import { QuestionDialog } from './QuestionDialog.tsx'

const nameState = ({ isOn }: GuideQuestion): string => (isOn ? '启用' : '停用')

export function QuestionsPanel() {
  const { page, key } = useListAddress(guideLimits.question)
  const { modal, message } = App.useApp()
  const loaded = useApi('GET /admin/guide/questions', { page, size: pageSize, key })
  const [editedQuestion, setEditedQuestion] = useState<GuideQuestion | 'new' | null>(null)

  const removeQuestion = ({ id, question }: GuideQuestion) =>
    modal.confirm({
      title: `删除“${question}”吗？`,
      content: '删除后，站内向导不再用这条答案。只是暂时不用时，可以停用。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('DELETE /admin/guide/questions', { id })
          message.success('已删除')
          loaded.reload()
        } catch (reason) {
          message.error(errorMessageOf(reason))
        }
      },
    })
  const renderQuestion = ({ question, wordings }: GuideQuestion) => (
    <>
      <strong>{question}</strong>
      {wordings.length > 0 && <div className="minor-note">也会问：{wordings.join('；')}</div>}
    </>
  )
  const renderActions = (row: GuideQuestion) => (
    <span className="row-actions">
      <Button type="link" aria-label={`修改 ${row.question}`} onClick={() => setEditedQuestion(row)}>
        修改
      </Button>
      <Button type="link" danger aria-label={`删除 ${row.question}`} onClick={() => removeQuestion(row)}>
        删除
      </Button>
    </span>
  )
  const columns: TableColumnsType<GuideQuestion> = [
    { title: '问题', key: 'question', width: 300, render: (_, row) => renderQuestion(row) },
    { title: '答案', key: 'answer', render: (_, { answer }) => <p className="guide-excerpt">{answer}</p> },
    { title: '状态', key: 'state', width: 80, render: (_, row) => nameState(row) },
    { title: '操作', key: 'actions', width: 140, render: (_, row) => renderActions(row) },
  ]
  return (
    <>
      <search className="filters">
        <FilterSearch label="搜索问题与答案" placeholder="搜索问题与答案" limit={guideLimits.question} />
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditedQuestion('new')}>
          添加问题
        </Button>
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            {renderQuestion(row)}
            <p className="guide-excerpt">{row.answer}</p>
            <div className="cards-facts">
              <span>{nameState(row)}</span>
            </div>
            {renderActions(row)}
          </>
        )}
        empty={
          key ? (
            <EmptyList message="没有找到这个问题">
              <Button onClick={() => navigate('/guide')}>清除搜索</Button>
            </EmptyList>
          ) : (
            <EmptyList message="还没有自己的常见问题。访客常问、站内又没有写到的，可以写在这里" />
          )
        }
        unit="个问题"
        minWidth={760}
      />
      <QuestionDialog
        question={editedQuestion}
        latest={loaded.data?.content.find(({ id }) => editedQuestion !== 'new' && id === editedQuestion?.id)}
        onChangedMeanwhile={loaded.reload}
        onClose={() => setEditedQuestion(null)}
        onSaved={() => {
          setEditedQuestion(null)
          loaded.reload()
        }}
      />
    </>
  )
}
