// Dialog about a version conflict after a parallel save. Both versions are kept until the user chooses one.
import { Button, Modal } from 'antd'
import { useAction } from '../kit/api/hooks.ts'

export function ConflictDialog(props: {
  isOpen: boolean
  onKeepMine: () => Promise<void>
  onTakeTheirs: () => Promise<void>
  onClose: () => void
}) {
  const [keepMine, isKeeping] = useAction(props.onKeepMine)
  const [takeTheirs, isTaking] = useAction(props.onTakeTheirs)
  return (
    <Modal
      open={props.isOpen}
      title="内容已被他人修改"
      footer={null}
      onCancel={props.onClose}
      mask={{ closable: false }}
    >
      <p>在您编辑期间，另一位同事保存了这篇文章。您写的内容还在，请选择如何处理：</p>
      <div className="conflict-actions">
        <Button type="primary" loading={isKeeping} disabled={isTaking} onClick={keepMine}>
          <span>
            以我的内容为准
            <small>保存我写的内容，同事的修改会被替换</small>
          </span>
        </Button>
        <Button danger loading={isTaking} disabled={isKeeping} onClick={takeTheirs}>
          <span>
            载入同事的内容
            <small>放弃我这次的修改</small>
          </span>
        </Button>
        <Button disabled={isKeeping || isTaking} onClick={props.onClose}>
          <span>
            先不保存，继续编辑
            <small>可以先复制需要保留的文字</small>
          </span>
        </Button>
      </div>
    </Modal>
  )
}
