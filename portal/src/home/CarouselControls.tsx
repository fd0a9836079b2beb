// Dots and a pause button, hidden until their script has loaded.
import { Icon } from '@xinqiao/ui/Icon.tsx'

type CarouselControlsProps = { count: number; className: string }

export function CarouselControls({ count, className }: CarouselControlsProps) {
  if (count < 2) return null
  return (
    <div data-controls="" hidden className={`flex items-center [&[hidden]]:hidden ${className}`}>
      <button
        type="button"
        data-pause=""
        aria-label="暂停轮播"
        className="group -ml-1.5 grid size-9 place-items-center text-white/90 hover:text-white"
      >
        <Icon name="pause" className="size-4.5 group-data-paused:hidden" />
        <Icon name="play" className="hidden size-4.5 group-data-paused:block" />
      </button>
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          data-go={index}
          aria-label={`第${index + 1}张`}
          className="group grid h-9 min-w-8 place-items-center"
        >
          <span className="block h-1 w-6 rounded-full bg-white/50 transition-colors duration-150 group-hover:bg-white group-aria-current:bg-white" />
        </button>
      ))}
    </div>
  )
}
