// Confirmation of handing in with open questions, in the words of portal.md 4.
import { Confirm } from '@xinqiao/ui/Dialog.tsx'

type HandInDialogProps = { missing: number; onConfirm: () => void; onClose: () => void }

export const HandInDialog = ({ missing, onConfirm, onClose }: HandInDialogProps) => (
  <Confirm
    title="还有试题未作答，确定交卷吗？"
    text={`还有${missing}题没有作答，交卷后不能再修改。`}
    yes="确定交卷"
    no="继续作答"
    onYes={onConfirm}
    onNo={onClose}
  />
)
