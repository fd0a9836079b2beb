// State of one article in the editor: load, change, local draft, save, conflict, save again.
import { App, Form } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Failure } from '@xinqiao/contract/errors.ts'
import type { StaffArticle } from '@xinqiao/contract/http/articles/staff.ts'
import { fieldErrorsOf } from '../kit/api/hooks.ts'
import { showFieldErrors } from '../kit/forms/forms.ts'
import { navigate } from '../kit/navigation/router.tsx'
import { api } from '../kit/api/api.ts'
import { readLocalDraft, removeLocalDraft, writeLocalDraft, type LocalDraft } from './local-draft.ts'
import {
  toArticleDraft,
  emptyArticleFields,
  formFieldOf,
  toArticleFields,
  type ArticleFields,
} from './article-fields.ts'

const draftDelayMs = 600

/** Thrown after the form has shown its errors to the user. */
export class ReasonShownError extends Error {}

/** Maps errors of `content` and `pictureKey` to the form's own fields. */
const mapErrorsToFormFields = (failure: Failure) =>
  new Failure(failure.reason, failure.message, {
    fields: Object.fromEntries(
      Object.entries(fieldErrorsOf(failure)).map(([field, message]) => [formFieldOf[field] ?? field, message]),
    ),
  })

export function useEditing(loaded: StaffArticle | null, userId: number) {
  const [form] = Form.useForm<ArticleFields>()
  const { message } = App.useApp()
  const [article, setArticle] = useState(loaded)
  const [isDirty, setDirty] = useState(false)
  const [hasConflict, setConflict] = useState(false)
  const [localDraft, setLocalDraft] = useState<LocalDraft | null>(() => readLocalDraft(userId, loaded?.id ?? null))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = useRef({ article, isDirty })

  const writeDraft = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const { article: currentArticle } = now.current
    const fields = { ...emptyArticleFields, ...form.getFieldsValue(true) }
    writeLocalDraft(userId, currentArticle?.id ?? null, {
      savedAt: Date.now(),
      version: currentArticle?.version ?? 0,
      fields,
    })
  }, [form, userId])

  const touch = useCallback(() => {
    now.current.isDirty = true
    setDirty(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(writeDraft, draftDelayMs)
  }, [writeDraft])

  // On unmount, writes the draft that the debounce still holds back.
  useEffect(() => {
    const flush = () => timer.current !== undefined && writeDraft()
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [writeDraft])

  const settle = (saved: StaffArticle) => {
    clearTimeout(timer.current)
    timer.current = undefined
    removeLocalDraft(userId, now.current.article?.id ?? null)
    now.current = { article: saved, isDirty: false }
    setArticle(saved)
    setDirty(false)
    setLocalDraft(null)
    return saved
  }

  const showArticle = (saved: StaffArticle) => {
    form.setFieldsValue(toArticleFields(saved))
    return settle(saved)
  }

  const storeArticle = async (version?: number): Promise<StaffArticle> => {
    const draft = toArticleDraft({ ...emptyArticleFields, ...form.getFieldsValue(true) })
    const currentArticle = now.current.article
    // Input typed during the request is still unsaved.
    const sentDraft = JSON.stringify(draft)
    const savedArticle = currentArticle
      ? await api('PUT /admin/article', { ...draft, id: currentArticle.id, version: version ?? currentArticle.version })
      : await api('POST /admin/article', draft)
    settle(savedArticle)
    if (!currentArticle) navigate(`/articles/${savedArticle.id}`, { replace: true, force: true, keep: true })
    if (JSON.stringify(toArticleDraft({ ...emptyArticleFields, ...form.getFieldsValue(true) })) !== sentDraft) touch()
    return savedArticle
  }

  /** @throws ReasonShownError when the form or a dialog has already shown the reason */
  const save = async (version?: number): Promise<StaffArticle> => {
    try {
      await form.validateFields()
    } catch (error) {
      const [first] = (error as { errorFields?: { name: (string | number)[] }[] }).errorFields ?? []
      if (first) form.scrollToField(first.name, { block: 'center', focus: true })
      throw new ReasonShownError()
    }
    try {
      return await storeArticle(version)
    } catch (error) {
      writeDraft()
      if (!(error instanceof Failure)) throw error
      if (error.reason === 'changedMeanwhile') setConflict(true)
      else if (!showFieldErrors(form, mapErrorsToFormFields(error))) throw error
      throw new ReasonShownError()
    }
  }

  return {
    form,
    article,
    isDirty,
    touch,
    save,
    showArticle,
    /**
     * Applies state and version after publishing or withdrawing.
     * @param stillDirty keeps the current input as unsaved
     */
    settlePublished: (saved: StaffArticle, stillDirty = false) => {
      if (stillDirty) {
        now.current.article = saved
        setArticle(saved)
      } else settle(saved)
    },
    hasConflict,
    closeConflict: () => setConflict(false),
    /** Opens the conflict dialog after another request was refused because of its version. */
    openConflict: () => setConflict(true),
    keepMine: async () => {
      const { article: currentArticle } = now.current
      if (!currentArticle) return
      const savedArticle = await api('GET /admin/article', { id: currentArticle.id })
      setConflict(false)
      await save(savedArticle.version)
      message.success('保存成功')
    },
    takeTheirs: async () => {
      const { article: currentArticle } = now.current
      if (!currentArticle) return
      showArticle(await api('GET /admin/article', { id: currentArticle.id }))
      setConflict(false)
      message.success('已载入最新内容')
    },
    /** Unsaved work of an earlier visit, until it is restored or discarded. */
    localDraft,
    restoreDraft: () => {
      if (!localDraft) return
      form.setFieldsValue(localDraft.fields)
      setLocalDraft(null)
      touch()
    },
    discardLocalDraft: () => {
      removeLocalDraft(userId, now.current.article?.id ?? null)
      setLocalDraft(null)
    },
    discard: () => {
      clearTimeout(timer.current)
      timer.current = undefined
      removeLocalDraft(userId, now.current.article?.id ?? null)
    },
  }
}

export type ArticleEditorState = ReturnType<typeof useEditing>
