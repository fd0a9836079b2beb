// Sends a text of staff; the server asks first if it sounds like danger.
import type { HookAPI } from 'antd/es/modal/useModal'
import { Failure } from '@xinqiao/contract/errors.ts'

/** @returns the reply, or null if the sender wants to change the text */
export async function sendStaffText<T>(modal: HookAPI, send: (isConfirmed: boolean) => Promise<T>): Promise<T | null> {
  try {
    return await send(false)
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'soundsDangerous') throw error
    const isConfirmed = await modal.confirm({
      title: '这段话像是有人身处危险',
      content: error.message,
      okText: '仍要发出',
      cancelText: '再改一改',
      autoFocusButton: 'cancel',
    })
    return isConfirmed ? send(true) : null
  }
}
