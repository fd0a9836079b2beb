// Asks for alternative texts after the upload, before the pictures are inserted.
import { Input, Modal } from 'antd'
import { useState } from 'react'
import type { Picture } from '@xinqiao/contract/http/articles/articles.ts'

const firstField = 'picture-dialog-alt'
export type DescribedPicture = Picture & { alt: string }

export function PictureDialog(props: {
  pictures: Picture[]
  onInsert: (list: DescribedPicture[]) => void
  onClose: () => void
}) {
  const { pictures, onInsert, onClose } = props
  const [alts, setAlts] = useState<Record<string, string>>({})
  const insert = () => onInsert(pictures.map((picture) => ({ ...picture, alt: alts[picture.key]?.trim() ?? '' })))

  return (
    <Modal
      open={pictures.length > 0}
      title="图片说明"
      okText="插入图片"
      cancelText="不插入"
      onOk={insert}
      onCancel={onClose}
      mask={{ closable: false }}
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && document.getElementById(firstField)?.focus()}
    >
      <p className="hint">用一句话写出画面内容，供看不见图片的人了解。纯装饰的图片可以留空。</p>
      <ul className="picture-alts">
        {pictures.map((picture, at) => (
          <li key={picture.key}>
            <img src={picture.src} alt="" width={picture.width} height={picture.height} />
            <Input
              aria-label={`第${at + 1}张图片的说明`}
              placeholder="例如：与会专家在会场合影"
              maxLength={100}
              id={at === 0 ? firstField : undefined}
              value={alts[picture.key] ?? ''}
              onChange={(event) => setAlts((before) => ({ ...before, [picture.key]: event.target.value }))}
              onPressEnter={insert}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
