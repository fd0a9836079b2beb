// Editor of one article.
import { Alert, Button, Form } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import type { StaffArticle } from '@xinqiao/contract/http/articles/staff.ts'
import { useAskBeforeLeaving } from '../kit/forms/form-guard.tsx'
import { navigate } from '../kit/navigation/router.tsx'
import type { ScreenProps } from '../kit/navigation/screen-props.ts'
import { LoadFailed, LoadingView } from '../kit/states.tsx'
import { useStaff } from '../session/session.tsx'
import { useApi } from '../kit/api/use-api.ts'
import { ArticleForm } from './ArticleForm.tsx'
import './articles.css'
import { ConflictDialog } from './ConflictDialog.tsx'
import { EditorBar } from './EditorBar.tsx'
import { PreviewDrawer } from './PreviewDrawer.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { emptyArticleFields, toArticleFields } from './article-fields.ts'
import { useEditing, type ArticleEditorState } from './use-editing.ts'
import { usePublishing } from './use-publishing.tsx'

const formatDateTime = (time: number) =>
  new Date(time).toLocaleString('zh-CN', { dateStyle: 'medium', timeStyle: 'short' })

function LocalDraftNotice({ editing }: { editing: ArticleEditorState }) {
  const { localDraft, article } = editing
  if (!localDraft) return null
  const isOld = article !== null && localDraft.version < article.version
  return (
    <Alert
      type="warning"
      showIcon
      title={`这台电脑上有一份未保存的内容（${formatDateTime(localDraft.savedAt)}）`}
      description={isOld ? '文章在那之后又保存过，恢复前请核对。' : undefined}
      action={
        <div>
          <Button size="small" type="primary" onClick={editing.restoreDraft}>
            恢复
          </Button>
          <Button size="small" onClick={editing.discardLocalDraft}>
            丢弃
          </Button>
        </div>
      }
    />
  )
}

function ArticleEditor({ loaded }: { loaded: StaffArticle | null }) {
  const { user } = useStaff()
  const editing = useEditing(loaded, user.id)
  const publishing = usePublishing(editing)
  const { form, article, isDirty, touch, discard } = editing
  const [initial] = useState(() => (loaded ? toArticleFields(loaded) : emptyArticleFields))

  useAskBeforeLeaving(isDirty, discard)

  const save = useEffectEvent(() => void publishing.save())
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      save()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])

  return (
    <Form form={form} layout="vertical" initialValues={initial} onValuesChange={touch} requiredMark={false}>
      <EditorBar editing={editing} publishing={publishing} />
      <div className="editor-notes">
        <LocalDraftNotice editing={editing} />
        {article?.state === 'published' && (
          <Alert type="info" showIcon title="这篇文章已经发布，保存的修改会立即显示在网站上。" />
        )}
        {article?.state === 'scheduled' && (
          <Alert type="info" showIcon title={`将于 ${article.publishTime ?? ''}（北京时间）自动发布。`} />
        )}
      </div>
      <ArticleForm />
      <PreviewDrawer
        id={publishing.previewId}
        onClose={publishing.closePreview}
        note={isDirty ? '预览的是已保存的内容，还有修改未保存' : undefined}
      />
      <ScheduleDialog
        isOpen={publishing.isScheduling}
        planned={article?.state === 'scheduled' ? article.publishTime : null}
        onClose={publishing.closeSchedule}
        onPlan={publishing.plan}
      />
      <ConflictDialog
        isOpen={editing.hasConflict}
        onKeepMine={publishing.keepMine}
        onTakeTheirs={editing.takeTheirs}
        onClose={editing.closeConflict}
      />
    </Form>
  )
}

export function ArticlePage({ id }: ScreenProps) {
  // A new article receives its id while the editor is open, and must not load again.
  const [first] = useState(id)
  const { data, error, reload } = useApi('GET /admin/article', first ? { id: Number(first) } : null)
  if (!first) return <ArticleEditor loaded={null} />
  if (error) {
    const back = <Button onClick={() => navigate('/articles')}>返回文章列表</Button>
    return <LoadFailed message={error} onRetry={reload} extra={back} />
  }
  return data ? <ArticleEditor loaded={data} /> : <LoadingView />
}
