// Publish, withdraw and delete with their confirmations, shared by list and editor.
import { App } from 'antd'
import type { ArticleState } from '@xinqiao/contract/articles.ts'
import { api } from '../kit/api/api.ts'
import { errorMessageOf } from '../kit/api/hooks.ts'

type ActionSubject = { id: number; version: number; title: string; state: ArticleState }

export const canWithdraw = (state: ArticleState) => state === 'published' || state === 'scheduled'
export const canDelete = (state: ArticleState) => state === 'draft' || state === 'withdrawn'
export const canPublish = (state: ArticleState) => state !== 'published'

/**
 * @param onChanged runs after the server has succeeded
 * @param onRefused runs after a refusal was shown, so that a stale list can reload
 */
export function useArticleActions(
  onChanged: (done: 'published' | 'withdrawn' | 'deleted') => void,
  onRefused: () => void,
) {
  const { modal, message } = App.useApp()
  const runAction = async (
    work: () => Promise<unknown>,
    done: 'published' | 'withdrawn' | 'deleted',
    successText: string,
  ) => {
    try {
      await work()
      message.success(successText)
      onChanged(done)
    } catch (error) {
      message.error(errorMessageOf(error))
      onRefused()
    }
  }

  return {
    publish: ({ id, version, title, state }: ActionSubject) =>
      modal.confirm({
        title: '现在发布这篇文章吗？',
        content: `《${title}》发布后，网站访客马上就能看到。${state === 'scheduled' ? '原来的定时发布将取消。' : ''}`,
        okText: '发布',
        cancelText: '取消',
        onOk: () => runAction(() => api('POST /admin/article/publish', { id, version }), 'published', '发布成功'),
      }),
    withdraw: ({ id, version, title, state }: ActionSubject) =>
      modal.confirm({
        title: state === 'scheduled' ? '取消定时发布吗？' : '撤回这篇文章吗？',
        content:
          state === 'scheduled'
            ? `《${title}》将不会按时发布，内容仍会保留，可随时再发布。`
            : `撤回后，访客将无法再打开《${title}》。内容仍会保留，可修改后再次发布。`,
        okText: '撤回',
        cancelText: '取消',
        onOk: () => runAction(() => api('POST /admin/article/withdraw', { id, version }), 'withdrawn', '已撤回'),
      }),
    remove: ({ id, version, title }: ActionSubject) =>
      modal.confirm({
        title: '删除这篇文章吗？',
        content: `《${title}》及其正文将被永久删除，无法恢复。`,
        okText: '删除',
        okButtonProps: { danger: true },
        autoFocusButton: 'cancel',
        cancelText: '取消',
        onOk: () => runAction(() => api('DELETE /admin/article', { id, version }), 'deleted', '删除成功'),
      }),
  }
}
