// Actions on the user's registration, and the dialog that is open.
import { useEffect, useState } from 'react'
import type { ConsentText } from '@xinqiao/contract/http/consents.ts'
import type { OwnRegistration } from '@xinqiao/contract/http/conference/meetings.ts'
import { showToast } from '@xinqiao/ui/toast.ts'
import { api } from '../../session/api.ts'
import { fetchListConsentText } from './ListedField.tsx'

export type RegistrationCallbacks = { onChanged: () => Promise<void>; onFailed: (error: unknown) => void }
type RegistrationDialogName = 'none' | 'join' | 'ticket' | 'change' | 'cancel' | 'transfer' | 'people'

export function useRegistrationDialogs(registration: OwnRegistration, { onChanged, onFailed }: RegistrationCallbacks) {
  const [dialog, setDialog] = useState<RegistrationDialogName>('none')
  const [listingText, setListingText] = useState<ConsentText | null>(null)
  const [isTextOld, setTextOld] = useState(false)
  useEffect(() => {
    if (!registration.receipt.listed || registration.isPurged) return
    // without the text, the page offers to leave the list only
    fetchListConsentText().then(
      ({ isAgreed }) => setTextOld(!isAgreed),
      () => {},
    )
  }, [registration])
  const close = () => setDialog('none')
  const finish = async (message: string) => {
    close()
    showToast(message)
    await onChanged()
  }
  const closeWithError = (error: unknown) => {
    close()
    onFailed(error)
  }
  const cancel = async () => {
    try {
      const { isRequested } = await api('POST /activityUser/cancel', { id: registration.id })
      await finish(isRequested ? '已提交取消申请，请等待会务组处理' : '已取消参会')
    } catch (error) {
      closeWithError(error)
    }
  }
  const openJoinDialog = async () => {
    try {
      setListingText(await fetchListConsentText())
      setDialog('join')
    } catch (error) {
      onFailed(error)
    }
  }
  const setListed = async (listed: boolean) => {
    try {
      await api('POST /activityUser/listed', { id: registration.id, listed })
      await finish(!listed ? '已退出参会者名单' : isTextOld ? '已同意新版同意书' : '已列入参会者名单')
      setTextOld(false)
    } catch (error) {
      closeWithError(error)
    }
  }
  return { dialog, openDialog: setDialog, close, finish, cancel, openJoinDialog, setListed, listingText, isTextOld }
}
export type RegistrationDialogs = ReturnType<typeof useRegistrationDialogs>
