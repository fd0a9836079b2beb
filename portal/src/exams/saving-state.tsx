// Save status of the answers: inconspicuous when all are saved, conspicuous while the server lacks some.
import { routes, withQuery } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import type { SaveState } from './answer-sheet.ts'

export const SavingLine = ({ saving }: { saving: SaveState }) => (
  <p className="flex items-center gap-1.5 text-sm text-muted">
    {saving.state === 'saved' && (
      <>
        <Icon name="check" className="size-4 text-success" />
        作答已保存
      </>
    )}
    {saving.state === 'saving' && '正在保存…'}
    {saving.state === 'offline' && '等待网络恢复'}
  </p>
)

const alert = 'mb-4 flex gap-3 rounded-card bg-danger px-5 py-4 text-white shadow-raised'

/** Save status as an alert. It is always rendered, so that a screen reader announces changes. */
export const SavingAlert = ({
  saving,
  unsentCount,
  isStored,
}: {
  saving: SaveState
  unsentCount: number
  isStored: boolean
}) => (
  <div role="alert" className="sticky top-28 z-10 md:top-20">
    {saving.state === 'offline' && (
      <p className={alert}>
        <Icon name="alert" className="mt-0.5 size-6" />
        <span>
          <strong className="block">网络已断开，请不要关闭页面</strong>有{unsentCount}
          {isStored
            ? '题的作答保存在本机，网络恢复后会自动上传。您可以继续作答。'
            : '题的作答只在本页，刷新或关闭都会丢失。网络恢复后会自动上传，您可以继续作答。'}
        </span>
      </p>
    )}
    {saving.state === 'signedOut' && (
      <p className={alert}>
        <Icon name="alert" className="mt-0.5 size-6" />
        <span>
          <strong className="block">登录已失效，作答暂时不能上传</strong>
          {isStored ? '作答保存在本机。' : '作答只在本页，请不要刷新或关闭。'}请
          <a
            className="underline"
            href={withQuery(routes.login, { next: routes.examination })}
            target="_blank"
            rel="noreferrer"
          >
            在新窗口重新登录
          </a>
          ，然后回到本页继续。
        </span>
      </p>
    )}
    {!isStored && saving.state !== 'offline' && saving.state !== 'signedOut' && (
      <p className={alert}>
        <Icon name="alert" className="mt-0.5 size-6" />
        <span>
          <strong className="block">此浏览器不能在本机保存作答</strong>
          可能是无痕模式或存储空间已满。作答会直接上传，请保持网络连接，确认已保存后再离开本页。
        </span>
      </p>
    )}
    {saving.state === 'refused' && <p className={alert}>{saving.message}</p>}
  </div>
)
