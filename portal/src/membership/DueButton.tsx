// Button to pay the membership dues.
import { useState } from 'react'
import type { OwnDue } from '@xinqiao/contract/http/membership/own.ts'
import { Button } from '@xinqiao/ui/Button.tsx'
import { PayDialog } from '../payments/PayDialog.tsx'

type DueButtonProps = { due: OwnDue; label: string; onPaid: () => Promise<void> }

export function DueButton({ due, label, onPaid }: DueButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="accent" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <PayDialog
          kind="membershipFee"
          title={label}
          about={`${due.levelTitle}，会期 ${due.from} 至 ${due.until}`}
          onClose={() => {
            setOpen(false)
            // the screen may be outdated, but the server knows whether the due is paid
            void onPaid()
          }}
        />
      )}
    </>
  )
}
