// The visitor's own place in a peer group: apply, wait, or enter the chat.
import { useState } from 'react'
import type { LedConsentText } from '@xinqiao/contract/http/peer-groups/led.ts'
import type { PeerGroupDetail } from '@xinqiao/contract/http/peer-groups/peer-groups.ts'
import { Button, ButtonLink } from '@xinqiao/ui/Button.tsx'
import { Confirm } from '@xinqiao/ui/Dialog.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { toastOnNextPage } from '@xinqiao/ui/toast.ts'
import { useAction } from '../forms/use-action.ts'
import { useSignedInAction } from '../qa/use-signed-in-action.ts'
import { RenewConsent } from './RenewConsent.tsx'
import { erasureMessage, WithdrawConsent } from './WithdrawConsent.tsx'
import { replies } from '../session/api.ts'
import { addressWithDialog, useDialogAfterSignIn } from '../session/dialog-after-sign-in.ts'
import { ApplyDialog } from './ApplyDialog.tsx'
import { DeclineInvitation } from './DeclineInvitation.tsx'
import { ReportAfterLeaving } from './ReportAfterLeaving.tsx'
import { peerChatHref } from './peer-group-addresses.ts'

type OwnPlaceProps = {
  group: PeerGroupDetail
  consent: LedConsentText | null
  isSignedIn: boolean
  canApply: boolean
}

export function OwnGroupActions({ group, consent, isSignedIn, canApply }: OwnPlaceProps) {
  const { own, teamId, isLeader } = group
  if (teamId !== null)
    return (
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
        <ButtonLink href={peerChatHref(teamId)}>
          <Icon name="chat" className="size-4.5" />
          进入小组交流
        </ButtonLink>
        {!isLeader && own && <p className="text-muted">您在小组里的称呼：{own.alias}</p>}
        {!isLeader && consent && <WithdrawConsent id={group.id} consent={consent} />}
        {group.needsConsent && consent && (
          <RenewConsent id={group.id} consent={consent}>
            知情同意书更新了，请重新阅读。同意前，您可以照常文字交流，但不能加入团体通话；也可以撤回同意并离开。
          </RenewConsent>
        )}
      </div>
    )
  if (own?.state === 'waiting')
    return <WaitingApplication group={group} consent={consent} id={own.id} alias={own.alias} />
  return (
    <div className="mt-5 grid gap-4">
      {group.isInvited && canApply && (
        <Notice>带领者邀请您参加。同意知情同意书、取一个称呼后直接加入。不想参加可以谢绝，也可以不理会。</Notice>
      )}
      {own?.state === 'refused' && <Notice tone="warm">您上次的申请未通过，原因：{own.reason}</Notice>}
      {own?.state === 'ended' && <Notice>{group.isDissolved ? '这个小组已解散。' : '您已不在这个小组里。'}</Notice>}
      {own?.state === 'ended' && group.kind === 'led' && (
        <p className="text-sm text-muted">您写过的内容还在小组里。{erasureMessage}</p>
      )}
      {own?.canReport && (
        <ReportAfterLeaving
          title={group.title}
          promise="举报交给协会处理，小组里的人不会知道是谁举报的。"
          send={(report) => replies('POST /peerGroup/reportAfterLeaving', { id: group.id, ...report })}
        />
      )}
      {group.isDissolved ? null : canApply ? (
        <div className="flex flex-wrap items-center gap-3">
          <ApplyButton group={group} consent={consent} isSignedIn={isSignedIn} />
          {group.isInvited && <DeclineInvitation id={group.id} />}
        </div>
      ) : (
        <p className="text-sm text-muted">咨询师和工作人员的账号不能申请加入。</p>
      )}
    </div>
  )
}

type WaitingApplicationProps = Pick<OwnPlaceProps, 'group' | 'consent'> & { id: number; alias: string }

function WaitingApplication({ group, consent, id, alias }: WaitingApplicationProps) {
  const [accept, isAccepting] = useAction(async () => {
    const { msg } = await replies('POST /peerGroup/acceptInvitation', { id: group.id })
    toastOnNextPage(msg)
    location.reload()
  })
  const [isAsking, setAsking] = useState(false)
  const [withdraw, isBusy] = useAction(async () => {
    const { msg } = await replies('POST /peerGroup/withdraw', { id })
    toastOnNextPage(msg)
    location.reload()
  })
  return (
    <div className="mt-5 grid justify-items-start gap-3">
      {group.needsConsent && consent ? (
        <RenewConsent id={group.id} consent={consent}>
          您的申请（称呼：{alias}）还没有通过：知情同意书有新版本，请先阅读并同意，
          {group.isInvited ? '然后就可以接受带领者的邀请。' : '带领者才能审核。'}
        </RenewConsent>
      ) : group.isInvited ? (
        <>
          <Notice>带领者邀请您参加。接受后，您以申请时的称呼“{alias}”直接加入，不用再等审核。</Notice>
          <div className="flex flex-wrap gap-3">
            <Button look="accent" busy={isAccepting} onClick={accept}>
              接受邀请
            </Button>
            <DeclineInvitation id={group.id} />
          </div>
        </>
      ) : (
        <Notice>您的申请（称呼：{alias}）正在等待带领者审核，结果会发到您的消息中心。</Notice>
      )}
      <Button look="ghost" busy={isBusy} onClick={() => setAsking(true)}>
        撤回申请
      </Button>
      {isAsking && (
        <Confirm
          title="撤回这份申请？"
          text="撤回后可以再次申请。"
          yes="撤回"
          no="不撤回"
          onYes={() => {
            setAsking(false)
            withdraw()
          }}
          onNo={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function ApplyButton({ group, consent, isSignedIn }: Omit<OwnPlaceProps, 'canApply'>) {
  const [isOpen, setOpen] = useState(false)
  const { runSignedIn } = useSignedInAction(isSignedIn, { message: '请先登录后再申请加入' })
  const canOpen = group.isOpen && group.places > 0
  const open = () =>
    runSignedIn(
      () => {
        setOpen(true)
        return Promise.resolve()
      },
      () => addressWithDialog('apply'),
    )
  useDialogAfterSignIn(isSignedIn && canOpen, (opening) => {
    if (opening === 'apply') void open()
  })
  if (!canOpen)
    return (
      <p className="text-muted">
        {group.isOpen ? '名额已满，有人离开后会重新开放申请。' : '这个小组现在不接受申请，可以看看其他小组。'}
      </p>
    )
  return (
    <div>
      <Button look="accent" onClick={open}>
        {group.isInvited ? '接受邀请' : '申请加入'}
      </Button>
      {isOpen && <ApplyDialog group={group} consent={consent} onClose={() => setOpen(false)} />}
    </div>
  )
}
