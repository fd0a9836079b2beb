// The way to pay what is due for membership.
import type { OwnDue } from '@xinqiao/contract/http/own-membership.ts'
import { Button } from '@xinqiao/ui/Button.tsx'

type DueButtonProps = { due: OwnDue; label: string; onPaid: () => Promise<void> }

export const DueButton = ({ label }: DueButtonProps) => (
  <Button look="accent" disabled data-resting="">
    {label}
  </Button>
)
