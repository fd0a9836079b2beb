// The floating notice: moves on wide screens, and is docked at the bottom on phones. It is hidden until
// site/floating-ad.ts places it, because it cannot be closed without the script.
import type { FloatingAd } from '@xinqiao/contract/http/articles/site.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Picture } from '../pictures/Picture.tsx'

export const FloatingNotice = ({ ad }: { ad: FloatingAd }) => (
  <aside
    aria-label="飘窗"
    data-floating=""
    hidden
    className="fixed inset-x-0 bottom-0 z-30 flex items-center border-t border-line bg-surface shadow-raised md:inset-x-auto md:top-0 md:bottom-auto md:left-0 md:block md:w-44 md:overflow-hidden md:rounded-card md:border-0 [&[hidden]]:hidden"
  >
    <a href={ad.link || routes.academic} className="flex min-w-0 flex-1 items-center gap-3 md:block">
      <Picture
        picture={ad.picture}
        alt=""
        sizes="11rem"
        className="h-14 w-22 shrink-0 object-cover md:aspect-[8/5] md:h-auto md:w-full"
      />
      <span className="line-clamp-2 text-fine leading-5 font-semibold text-ink md:block md:truncate md:px-2.5 md:py-1.5">
        {ad.title}
      </span>
    </a>
    <button
      type="button"
      aria-label="关闭飘窗"
      className="grid size-11 shrink-0 place-items-center text-muted hover:text-ink md:absolute md:top-0 md:right-0 md:text-white"
    >
      <span className="grid size-7 place-items-center rounded-full md:bg-ink/80">
        <Icon name="close" className="size-4" />
      </span>
    </button>
  </aside>
)
