// Contact data of an appointment's client. Opening it requires a reason, which the audit log records first.
import { Descriptions, Modal } from 'antd'
import { useState } from 'react'
import { ReasonDialog } from '../kit/forms/ReasonDialog.tsx'
import { api } from '../kit/api/api.ts'

export function ClientDialog({ bookingId, onClose }: { bookingId: number | null; onClose: () => void }) {
  const [shown, setShown] = useState<{ bookingId: number; name: string; phone: string } | null>(null)
  const isShown = shown !== null && shown.bookingId === bookingId
  const close = () => {
    setShown(null)
    onClose()
  }
  return (
    <>
      <ReasonDialog
        title={bookingId !== null && !isShown ? '查看来访者联系方式' : null}
        onClose={close}
        onConfirm={async (reason) => {
          if (bookingId === null) return
          setShown({ bookingId, ...(await api('POST /admin/booking/reveal', { id: bookingId, reason })) })
        }}
      />
      <Modal open={isShown} title="来访者联系方式" footer={null} onCancel={close}>
        <Descriptions column={1}>
          <Descriptions.Item label="昵称">{shown?.name}</Descriptions.Item>
          <Descriptions.Item label="手机号">{shown?.phone}</Descriptions.Item>
        </Descriptions>
      </Modal>
    </>
  )
}
