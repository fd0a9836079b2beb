// The uploaded recording of a lecture.
import { App, Button, Progress } from 'antd'
import { useRef, useState } from 'react'
import type { StaffLecture } from '@xinqiao/contract/http/lectures/staff.ts'
import { limits } from '@xinqiao/contract/limits.ts'
import { api, upload } from '../kit/api/api.ts'
import { useAction } from '../kit/api/hooks.ts'

const megabyte = 1024 * 1024
const maxMegabytes = limits.maxRecordingBytes / megabyte

type RecordingProps = { lecture: Pick<StaffLecture, 'id' | 'recordingBytes'>; onChange: () => void }

export function Recording({ lecture: { id, recordingBytes }, onChange }: RecordingProps) {
  const { message, modal } = App.useApp()
  const chooser = useRef<HTMLInputElement>(null)
  const [fraction, setFraction] = useState<number | null>(null)
  const [send, busy] = useAction(async (file: File) => {
    if (file.size > limits.maxRecordingBytes) {
      message.error(`录像不能超过${maxMegabytes}MB，更大的请放到直播服务上，填写回放地址`)
      return
    }
    setFraction(0)
    try {
      await upload('/admin/lecture/recording', file, setFraction, { id: `${id}` })
      message.success('上传成功')
      onChange()
    } finally {
      setFraction(null)
    }
  })
  const [remove, isRemoving] = useAction(async () => {
    await api('POST /admin/lecture/removeRecording', { id })
    message.success('已删除')
    onChange()
  })
  const askToRemove = () =>
    modal.confirm({
      title: '删除录像吗？',
      content: '删除后不能恢复，正在看回放的人也会中断。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => remove(),
    })
  return (
    <section className="panel">
      <h2>录像</h2>
      <p>
        {recordingBytes > 0
          ? `已上传录像，${(recordingBytes / megabyte).toFixed(1)}MB，讲座结束后作为回放。`
          : `讲座结束后，可以上传MP4录像作为回放，最大${maxMegabytes}MB。`}
      </p>
      {fraction !== null && <Progress percent={Math.round(fraction * 100)} aria-label="上传进度" />}
      <div className="button-row">
        <input
          ref={chooser}
          type="file"
          accept="video/mp4,.mp4"
          hidden
          aria-label="录像文件"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file) void send(file)
          }}
        />
        <Button loading={busy} onClick={() => chooser.current?.click()}>
          {recordingBytes > 0 ? '换一个录像' : '上传录像'}
        </Button>
        {recordingBytes > 0 && (
          <Button danger loading={isRemoving} onClick={askToRemove}>
            删除录像
          </Button>
        )}
      </div>
    </section>
  )
}
