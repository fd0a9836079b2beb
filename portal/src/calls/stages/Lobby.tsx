// Before a call: the check of camera and microphone, and beside it what this person can do.
import { useEffect, useMemo, type ReactNode } from 'react'
import { Button } from '@xinqiao/ui/Button.tsx'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { Notice } from '@xinqiao/ui/Notice.tsx'
import { cameraFaultMessages, hasDevicePermission } from '../media/devices.ts'
import type { Call } from '../session/call.ts'
import type { LocalMediaState } from '../session/local-media.ts'
import { DeviceFaultNotice } from './DeviceFaultNotice.tsx'
import { DeviceSelects } from './DeviceSelects.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { VideoView } from './VideoView.tsx'

type LobbyProps = {
  call: Pick<Call, 'media'> | null
  local: LocalMediaState | null
  /** Null while it is unknown whether the call has a picture. */
  hasVideo: boolean | null
  /** True when the other side may learn the network address of this device. */
  isDirect: boolean
  /** True when the actions are useful before the devices are open: a ring must be seen. */
  isOpen: boolean
  /** Actions of this person, beside the preview. */
  children: ReactNode
}

export function Lobby({ call, local, hasVideo, isDirect, isOpen, children }: LobbyProps) {
  const video = local?.video ?? null
  const preview = useMemo(() => (video ? new MediaStream([video]) : null), [video])
  const open = () => void call?.media.open(hasVideo === true)
  useEffect(() => {
    if (!call || hasVideo === null) return
    // the browser asks no question, so that no explanation is needed
    void hasDevicePermission(hasVideo).then((allowed) => (allowed ? call.media.open(hasVideo) : undefined))
  }, [call, hasVideo])
  return (
    <div className="call-lobby">
      <section className="call-preview" aria-label="设备检查">
        <div className="call-screen">
          {preview ? (
            <VideoView stream={preview} label="我的画面" isMirrored />
          ) : (
            <p className="call-blank">
              <Icon name={hasVideo ? 'videoOff' : 'microphone'} className="size-8" />
              {local?.audio ? '摄像头没有打开，对方只能听到您的声音' : '还没有打开麦克风和摄像头'}
            </p>
          )}
        </div>
        {local?.audio && <LevelMeter track={local.audio} />}
        {call && local?.audio && (
          <div className="call-choices">
            <DeviceSelects call={call} local={local} />
            <Button look="ghost" onClick={() => void call.media.setCamera(!video)}>
              <Icon name={video ? 'videoOff' : 'video'} />
              {video ? '关闭摄像头' : '打开摄像头'}
            </Button>
          </div>
        )}
        {local?.cameraFault && <Notice tone="warm">{cameraFaultMessages[local.cameraFault]}</Notice>}
      </section>
      <section className="call-panel" aria-label="通话">
        {(isOpen || (local?.audio && !local.fault)) && children}
        {local?.fault ? (
          <DeviceFaultNotice fault={local.fault} onRetry={open} />
        ) : local?.audio ? null : (
          <>
            <p>
              通话前，请允许浏览器使用{hasVideo ? '麦克风和摄像头' : '麦克风'}
              。打开后先在这里看看画面、说句话试试声音，对方还看不到您。
            </p>
            <Button onClick={open} busy={!call || hasVideo === null || local?.isOpening}>
              {hasVideo ? '打开摄像头和麦克风' : '打开麦克风'}
            </Button>
          </>
        )}
        <p className="call-note">
          <Icon name="shield" className="size-4.5" />
          通话内容不录音、不录像。
        </p>
        {isDirect && (
          <p className="call-note">
            <Icon name="alert" className="size-4.5" />
            双方设备直接连接：对方可能看到您的网络地址，不在同一网络时可能接不通。
          </p>
        )}
      </section>
    </div>
  )
}
