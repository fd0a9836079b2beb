// The floating notice. Hidden until site/floating.ts has placed it, since without the script it could not be closed.
import type { FloatingAd } from '@xinqiao/contract/http/site.ts'
import { routes } from '@xinqiao/contract/routes.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Picture } from '../pictures/Picture.tsx'

export const FloatingNotice = ({ ad }: { ad: FloatingAd }) => (
  <aside
    aria-label="飘窗"
    data-floating=""
    hidden
    className="fixed top-0 left-0 z-30 w-32 overflow-hidden rounded-card bg-surface shadow-raised md:w-44 [&[hidden]]:hidden"
  >
    <a href={ad.link || routes.baywindow} className="block">
      <Picture picture={ad.picture} alt="" sizes="11rem" className="aspect-[8/5] w-full object-cover" />
      <span className="block truncate px-2.5 py-1.5 text-[0.8125rem] leading-5 font-semibold text-ink">{ad.title}</span>
    </a>
    <button
      type="button"
      aria-label="关闭飘窗"
      className="absolute top-1 right-1 grid size-7 place-items-center rounded-full bg-ink/80 text-white hover:bg-ink"
    >
      <Icon name="close" className="size-4" />
    </button>
  </aside>
)
