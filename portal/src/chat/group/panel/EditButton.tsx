// Opens the form of one part of a group's panel.
import { Button } from '@xinqiao/ui/Button.tsx'

export const EditButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button look="plain" className="px-3" aria-label={label} onClick={onClick}>
    修改
  </Button>
)
