// After uploading, before inserting: asks what each picture shows, for those who cannot see it.
import { Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import type { Picture } from '@xinqiao/contract/http/articles.ts'

export type Described = Picture & { alt: string }

export function PictureDialog(props: {
  pictures: Picture[]
  onInsert: (list: Described[]) => void
  onClose: () => void
}) {
  const { pictures, onInsert, onClose } = props
  const [alts, setAlts] = useState<string[]>([])
  useEffect(() => setAlts([]), [pictures])
  const insert = () => onInsert(pictures.map((picture, at) => ({ ...picture, alt: alts[at]?.trim() ?? '' })))

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
              autoFocus={at === 0}
              value={alts[at] ?? ''}
              onChange={(event) => setAlts((before) => Object.assign([...before], { [at]: event.target.value }))}
              onPressEnter={insert}
            />
          </li>
        ))}
      </ul>
    </Modal>
  )
}
