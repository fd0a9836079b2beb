// Preview of an article as the site renders it, at the width of a desktop or phone.
import { Alert, Button, Drawer, Segmented, Spin } from 'antd'
import { useState } from 'react'
import { useNarrow } from '../kit/use-narrow.ts'

const previewAddressOf = (id: number) => `/preview/article?id=${id}`

export function PreviewDrawer(props: { id: number | null; onClose: () => void; note?: string }) {
  const { id, onClose, note } = props
  const isNarrow = useNarrow()
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop')
  const [readyId, setReadyId] = useState<number | null>(null)
  const isPhone = width === 'phone' && !isNarrow

  return (
    <Drawer
      open={id !== null}
      onClose={onClose}
      size={isNarrow ? '100%' : 'min(1240px, 92vw)'}
      title="预览"
      destroyOnHidden
      styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column', background: 'var(--color-chip)' } }}
      extra={
        <div className="preview-tools">
          {!isNarrow && (
            <Segmented
              aria-label="预览宽度"
              value={width}
              onChange={setWidth}
              options={[
                { value: 'desktop', label: '电脑' },
                { value: 'phone', label: '手机' },
              ]}
            />
          )}
          {id !== null && (
            <Button href={previewAddressOf(id)} target="_blank">
              新窗口打开
            </Button>
          )}
        </div>
      }
    >
      {note && <Alert type="info" showIcon banner title={note} />}
      <div className={isPhone ? 'preview-stage preview-phone' : 'preview-stage'}>
        {readyId !== id && <Spin className="preview-spin" description="正在加载预览…" />}
        {id !== null && (
          // No scripts: a draft must not execute.
          <iframe
            title="文章预览"
            sandbox="allow-same-origin allow-popups"
            src={previewAddressOf(id)}
            onLoad={() => setReadyId(id)}
          />
        )}
      </div>
    </Drawer>
  )
}
