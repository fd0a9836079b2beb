// The words that the chat masks, refuses or marks.
import { PlusOutlined } from '@ant-design/icons'
import { App, Button, type TableColumnsType } from 'antd'
import { useState } from 'react'
import { lexiconActions, type LexiconEntry } from '@xinqiao/contract/http/chat/lexicon.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'
import { FilterSearch, useListAddress } from '../kit/lists/list-address.tsx'
import { PagedList, pageSize } from '../kit/lists/PagedList.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import { EmptyList, ScreenHead } from '../kit/states.tsx'
import { api } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'
import './lexicon.css'
import { WordDialog } from './WordDialog.tsx'

const wordLimit = 30

export function LexiconPage() {
  const { page, key } = useListAddress(wordLimit)
  const { modal, message } = App.useApp()
  const query = { page, size: pageSize, key }
  const loaded = useApi('GET /admin/lexicon', query)
  const [editedEntry, setEditedEntry] = useState<LexiconEntry | 'new' | null>(null)

  const removeWord = ({ id, word }: LexiconEntry) =>
    modal.confirm({
      title: `删除“${word}”吗？`,
      content: '删除后，含有该词语的消息可以照常发送。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: async () => {
        try {
          await api('DELETE /admin/lexicon', { id })
          message.success('已删除')
          loaded.reload()
        } catch (reason) {
          message.error(errorMessageOf(reason))
        }
      },
    })
  const renderActions = (row: LexiconEntry) => (
    <span className="row-actions">
      <Button type="link" aria-label={`修改 ${row.word}`} onClick={() => setEditedEntry(row)}>
        修改
      </Button>
      <Button type="link" danger aria-label={`删除 ${row.word}`} onClick={() => removeWord(row)}>
        删除
      </Button>
    </span>
  )
  const columns: TableColumnsType<LexiconEntry> = [
    { title: '词语', dataIndex: 'word' },
    { title: '处理方式', key: 'action', width: 160, render: (_, { action }) => lexiconActions[action] },
    { title: '操作', key: 'actions', width: 170, render: (_, row) => renderActions(row) },
  ]
  return (
    <>
      <ScreenHead
        title="聊天词库"
        lead="聊天、小组资料与聊天室里的广告与违规词语，修改后最多10秒生效；名称与昵称里不接受这些词语；涉及生命安全的内容不受词库影响"
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setEditedEntry('new')}>
          添加词语
        </Button>
      </ScreenHead>
      <search className="filters">
        <FilterSearch label="搜索词语" placeholder="搜索词语" limit={wordLimit} />
      </search>
      <PagedList
        loaded={loaded}
        columns={columns}
        renderCard={(row) => (
          <>
            <strong>{row.word}</strong>
            <div className="cards-facts">
              <span>{lexiconActions[row.action]}</span>
            </div>
            {renderActions(row)}
          </>
        )}
        empty={
          key ? (
            <EmptyList message="没有找到该词语">
              <Button onClick={() => navigate('/lexicon')}>清除搜索</Button>
            </EmptyList>
          ) : (
            <EmptyList message="词库还是空的" />
          )
        }
        unit="个词语"
        minWidth={560}
      />
      <WordDialog
        word={editedEntry}
        onClose={() => setEditedEntry(null)}
        onSaved={() => {
          setEditedEntry(null)
          loaded.reload()
        }}
      />
    </>
  )
}
