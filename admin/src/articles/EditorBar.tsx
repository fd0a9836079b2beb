// The bar above the editor: breadcrumb, save status, and actions.
import { ArrowLeftOutlined, DownOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Dropdown, Space, type MenuProps } from 'antd'
import type { ArticleState } from '@xinqiao/contract/articles.ts'
import { navigate } from '../kit/navigation/router.tsx'
import { canDelete, canWithdraw } from './article-actions.tsx'
import { ImportWord, type ImportedDocument } from './ImportWord.tsx'
import { ArticleStateTag } from './article-tags.tsx'
import type { ArticleEditorState } from './use-editing.ts'
import type { ArticlePublishing } from './use-publishing.tsx'

const saveLabels: Record<ArticleState, string> = {
  draft: '保存草稿',
  scheduled: '保存修改',
  published: '保存修改',
  withdrawn: '保存修改',
}

function listMoreActions(state: ArticleState, publishing: ArticlePublishing): NonNullable<MenuProps['items']> {
  const isPublished = state === 'published'
  const withdrawName = state === 'scheduled' ? '取消定时' : '撤回'
  return [
    !isPublished && {
      key: 'plan',
      label: state === 'scheduled' ? '修改定时' : '定时发布',
      onClick: () => void publishing.openSchedule(),
    },
    canWithdraw(state) && { key: 'withdraw', label: withdrawName, onClick: publishing.withdraw },
    canDelete(state) && { key: 'delete', label: '删除文章', danger: true, onClick: publishing.remove },
  ].filter((item) => item !== false)
}

export function EditorBar({ editing, publishing }: { editing: ArticleEditorState; publishing: ArticlePublishing }) {
  const { article, form, isDirty, touch } = editing
  const state = article?.state ?? 'draft'
  const insertImported = (imported: ImportedDocument) => {
    if (!form.getFieldValue('title') && imported.title) form.setFieldValue('title', imported.title.slice(0, 100))
    form.setFieldValue('content', imported.content)
    touch()
  }
  const more = listMoreActions(state, publishing).filter((item) => article || item?.key === 'plan')
  const status = isDirty ? '有未保存的修改' : article ? `已保存 ${article.updateTime.slice(5, 16)}` : '尚未保存'
  const isBusy = publishing.isSaving || publishing.isPublishing || publishing.isOpening

  return (
    <div className="editor-bar">
      <Button
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        aria-label="返回文章列表"
        onClick={() => navigate('/articles')}
      />
      <h1>{article ? '编辑文章' : '写文章'}</h1>
      {article && <ArticleStateTag state={state} />}
      <span className="editor-status" data-dirty={isDirty} aria-live="polite">
        {status}
      </span>
      <span className="editor-gap" />
      <ImportWord hasBody={() => Boolean(form.getFieldValue('content'))} onImported={insertImported} />
      <Button
        icon={<EyeOutlined aria-hidden />}
        loading={publishing.isOpening}
        disabled={isBusy && !publishing.isOpening}
        onClick={publishing.preview}
      >
        预览
      </Button>
      <div className="editor-save">
        <Button
          type={state === 'published' ? 'primary' : 'default'}
          loading={publishing.isSaving}
          disabled={isBusy && !publishing.isSaving}
          title="Ctrl+S"
          onClick={publishing.save}
        >
          {saveLabels[state]}
        </Button>
        <Space.Compact block>
          {state !== 'published' && (
            <Button
              type="primary"
              block
              loading={publishing.isPublishing}
              disabled={isBusy && !publishing.isPublishing}
              onClick={publishing.confirmPublish}
            >
              {state === 'scheduled' ? '立即发布' : '发布'}
            </Button>
          )}
          <Dropdown trigger={['click']} menu={{ items: more }} disabled={isBusy} placement="bottomRight">
            <Button
              type={state === 'published' ? 'default' : 'primary'}
              icon={<DownOutlined aria-hidden />}
              aria-label="更多操作"
            />
          </Dropdown>
        </Space.Compact>
      </div>
    </div>
  )
}
