// Notices for the user from the association and counsellors. Filled by messages/notice-bell.ts; without scripts it
// links to the message centre.
import { routes } from '@xinqiao/contract/routes.ts'
import { HeaderPopover } from './HeaderPopover.tsx'

const tab =
  'min-h-11 flex-1 rounded-full px-3 text-compact hover:text-brand-deep aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:text-brand-deep aria-pressed:shadow-card'

export const NoticeBell = () => (
  <HeaderPopover name="notice-bell" prefix="notice" label="通知" icon="bell">
    <div className="flex items-center border-b border-line py-1 pr-2 pl-4">
      <p className="font-semibold text-ink">通知</p>
      <button
        type="button"
        data-notice-all=""
        className="ml-auto min-h-11 rounded-full px-3 text-sm text-brand-deep hover:bg-tint"
      >
        全部已读
      </button>
    </div>
    <fieldset className="m-2 mb-0 flex gap-1 rounded-full bg-page p-1" aria-label="通知分类">
      <button type="button" data-notice-tab="official" aria-pressed="true" className={tab}>
        官方
        <span className="tabular-nums" />
      </button>
      <button type="button" data-notice-tab="notice" aria-pressed="false" className={tab}>
        通知
        <span className="tabular-nums" />
      </button>
    </fieldset>
    <ul data-notice-list="" className="max-h-96 overflow-y-auto p-1.5" />
    {/* shown only by the script that loads the messages */}
    <p data-notice-note="" hidden className="px-4 py-6 text-center text-sm text-muted" />
    <a
      href={routes.message}
      className="flex min-h-11 items-center justify-center border-t border-line text-compact font-semibold text-brand-deep hover:bg-tint"
    >
      查看全部
    </a>
  </HeaderPopover>
)
