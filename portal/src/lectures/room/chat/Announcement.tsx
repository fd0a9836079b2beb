// The pinned announcement of a room. A long one is cut after three lines, so that it leaves room for the chat.
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'

export function Announcement({ text }: { text: string }) {
  const id = useId()
  const box = useRef<HTMLParagraphElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || isOpen) return undefined
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return (
    <div className="flex shrink-0 gap-2 border-b border-line bg-tint px-4 py-2 text-compact text-brand-deep">
      <Icon name="pin" className="mt-1 size-4 shrink-0" />
      <div className="min-w-0">
        <p ref={box} id={id} className={isOpen ? '' : 'line-clamp-3'}>
          {text}
        </p>
        {isCut && (
          <Button
            look="plain"
            aria-expanded={isOpen}
            aria-label={isOpen ? '收起公告' : '展开公告'}
            aria-controls={id}
            className="-ml-3 px-3 text-sm"
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? '收起' : '展开'}
          </Button>
        )}
      </div>
    </div>
  )
}
