// Question before a leader recalls the message of a member, which cannot be undone.
import { Confirm } from '@xinqiao/ui/Dialog.tsx'

type RecallQuestionProps = { name: string; onYes: () => void; onNo: () => void }

export const RecallQuestion = ({ name, onYes, onNo }: RecallQuestionProps) => (
  <Confirm
    title={`撤回${name}的这条消息？`}
    text="撤回后，所有组员都看不到它，也不能恢复；大家会看到是您撤回的。"
    yes="撤回"
    no="取消"
    onYes={onYes}
    onNo={onNo}
  />
)
