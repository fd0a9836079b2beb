// A button for an action that needs a reason, with its dialog.
import { Button } from 'antd'
import { useState } from 'react'
import { ReasonDialog, type ReasonLabels } from './ReasonDialog.tsx'

type ReasonButtonProps = {
  /** Accessible name, which says whom or what the button concerns. */
  name: string
  title: string
  labels: ReasonLabels
  isSmall?: boolean
  /** Called with the reason. The dialog closes afterwards, and stays open with what was typed after a failure. */
  onConfirm: (reason: string) => Promise<unknown>
}

export function ReasonButton({ name, title, labels, isSmall = false, onConfirm }: ReasonButtonProps) {
  const [isOpen, setOpen] = useState(false)
  /** A list has a dialog for each row, and only those that were opened are in the page. */
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        size={isSmall ? 'small' : 'middle'}
        danger={labels.isDanger ?? false}
        aria-label={name}
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      >
        {labels.ok}
      </Button>
      {wasOpened && (
        <ReasonDialog
          title={isOpen ? title : null}
          labels={labels}
          onClose={() => setOpen(false)}
          onConfirm={async (reason) => {
            await onConfirm(reason)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
