// Actions of the editor's buttons. Each saves first, so that the published text is the one on the screen.
import { App } from 'antd'
import { useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { StaffArticle } from '@xinqiao/contract/http/articles/staff.ts'
import { useAction } from '../kit/api/hooks.ts'
import { focusField } from '../kit/forms/forms.ts'
import { navigate } from '../kit/navigation/router.tsx'
import { api } from '../kit/api/api.ts'
import { useArticleActions } from './article-actions.tsx'
import { ReasonShownError, type ArticleEditorState } from './use-editing.ts'

export function usePublishing(editing: ArticleEditorState) {
  const { message, modal } = App.useApp()
  const { form, article, isDirty, save } = editing
  const [previewId, setPreviewId] = useState<number | null>(null)
  const [isScheduling, setScheduling] = useState(false)
  const onFailure = (error: unknown) => {
    if (error instanceof Failure && error.reason === 'changedMeanwhile') editing.openConflict()
    else return error instanceof ReasonShownError
    return true
  }
  const saveFirst = async (): Promise<StaffArticle> => (isDirty || !article ? save() : article)

  const [saveOnly, isSaving] = useAction(async () => {
    await save()
    message.success('保存成功')
  }, onFailure)

  const requireBody = () => {
    if (form.getFieldValue('content')) return
    form.setFields([{ name: 'content', errors: ['请输入正文'] }])
    focusField(form, 'content')
    document.getElementById('content')?.focus()
    throw new ReasonShownError()
  }

  const publishAt = async (publishTime?: string) => {
    const { id, version } = await saveFirst()
    editing.settlePublished(await api('POST /admin/article/publish', { id, version, publishTime }))
    message.success(publishTime ? '已设定定时发布' : '发布成功')
  }
  const [publishNow, isPublishing] = useAction(() => publishAt(), onFailure)
  const [confirmPublish, isConfirming] = useAction(async () => {
    requireBody()
    await form.validateFields().catch(() => save())
    modal.confirm({
      title: '现在发布这篇文章吗？',
      content: '发布后，网站访客马上就能看到。',
      okText: '发布',
      cancelText: '取消',
      onOk: () => void publishNow(),
    })
  }, onFailure)
  const [openSchedule] = useAction(async () => {
    requireBody()
    await form.validateFields().catch(() => save())
    setScheduling(true)
  }, onFailure)
  const [preview, isOpening] = useAction(async () => {
    // Saving a published article would change the site, so the preview shows the saved version and says so.
    const { id } = article?.state === 'published' ? article : await saveFirst()
    setPreviewId(id)
  }, onFailure)

  const reload = async () => {
    if (!article) return
    const fresh = await api('GET /admin/article', { id: article.id })
    if (isDirty) editing.settlePublished(fresh, true)
    else editing.showArticle(fresh)
  }
  const actions = useArticleActions(
    (done) => {
      if (done === 'deleted') {
        editing.discard()
        navigate('/articles', { replace: true, force: true })
      } else void reload().catch(() => null)
    },
    () => void reload().catch(() => null),
  )

  return {
    save: saveOnly,
    isSaving,
    confirmPublish,
    isPublishing: isPublishing || isConfirming,
    openSchedule,
    preview,
    isOpening,
    previewId,
    closePreview: () => setPreviewId(null),
    isScheduling,
    closeSchedule: () => setScheduling(false),
    plan: async (publishTime: string) => {
      try {
        await publishAt(publishTime)
        setScheduling(false)
      } catch (error) {
        if (!onFailure(error)) throw error
        setScheduling(false)
      }
    },
    keepMine: async () => {
      try {
        await editing.keepMine()
      } catch (error) {
        if (!(error instanceof ReasonShownError)) throw error
        editing.closeConflict()
      }
    },
    withdraw: () => article && actions.withdraw(article),
    remove: () => article && actions.remove(article),
  }
}

export type ArticlePublishing = ReturnType<typeof usePublishing>
