// The association's stamp on receipts of dues: view and change.
import { App, Button } from 'antd'
import { useRef } from 'react'
import { useAction } from '../kit/api/hooks.ts'
import { upload } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

export function StampButton() {
  const { message } = App.useApp()
  const chooser = useRef<HTMLInputElement>(null)
  const { data: stamp, reload } = useApi('GET /admin/receipt/seal', {})
  const [send, busy] = useAction(async (chosen: File) => {
    await upload('/admin/receipt/seal', chosen)
    message.success('印章已更换')
    reload()
  })
  return (
    <>
      {stamp && (
        <Button type="link" href={stamp.url}>
          查看印章
        </Button>
      )}
      <Button loading={busy} onClick={() => chooser.current?.click()}>
        {stamp ? '更换印章' : '上传印章'}
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".png,.jpg"
        hidden
        aria-label="印章图片"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (chosen) void send(chosen)
        }}
      />
    </>
  )
}
