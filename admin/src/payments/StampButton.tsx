// The picture of the seal on receipts of dues: view and change.
import { App, Button } from 'antd'
import { useRef } from 'react'
import { useAction } from '../kit/api/calls.ts'
import { upload } from '../kit/api/api.ts'
import { useApi } from '../kit/api/use-api.ts'

export function StampButton() {
  const { message } = App.useApp()
  const chooser = useRef<HTMLInputElement>(null)
  const { data: seal, reload } = useApi('GET /admin/receipt/seal', {})
  const [send, busy] = useAction(async (chosen: File) => {
    await upload('/admin/receipt/seal', chosen)
    message.success('印章已更换')
    reload()
  })
  return (
    <>
      {seal && (
        <Button type="link" href={seal.url}>
          查看印章
        </Button>
      )}
      <Button loading={busy} onClick={() => chooser.current?.click()}>
        {seal ? '更换印章' : '上传印章'}
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
