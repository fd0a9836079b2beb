// Buttons of a running call.
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'
import { canShareScreen } from '../media/devices.ts'
import type { Call } from '../session/call.ts'
import type { LocalMediaState } from '../session/local-media.ts'
import { DeviceSelects } from './DeviceSelects.tsx'

type ControlProps = {
  icon: IconName
  label: string
  isPressed?: boolean
  /** True while the panel of this button is open; absent for buttons without one. */
  isExpanded?: boolean
  isEnd?: boolean
  isDisabled?: boolean
  onClick: () => void
  ref?: RefObject<HTMLButtonElement | null>
}

export const Control = ({
  icon,
  label,
  isPressed,
  isExpanded,
  isEnd = false,
  isDisabled = false,
  onClick,
  ref,
}: ControlProps) => (
  <button
    ref={ref}
    type="button"
    className="call-control"
    data-end={isEnd}
    aria-pressed={isPressed}
    aria-expanded={isExpanded}
    disabled={isDisabled}
    onClick={onClick}
  >
    <Icon name={icon} className="size-6" />
    <span>{label}</span>
  </button>
)

type CallControlsProps = {
  call: Pick<Call, 'media' | 'setMuted'>
  local: LocalMediaState
  /** True for a person whom the leader of a group call has muted. */
  isMuteLocked?: boolean
  /** Buttons that end the call. */
  children: ReactNode
}

export function CallControls({ call, local, isMuteLocked = false, children }: CallControlsProps) {
  const { isMuted, isSharing, devices } = local
  const [isChoosing, setChoosing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const choices = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isChoosing) return
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      if (choices.current?.contains(document.activeElement)) opener.current?.focus()
      setChoosing(false)
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isChoosing])
  const hasCamera = local.video !== null && !isSharing
  const hasChoice = [devices.microphones, devices.cameras, devices.speakers].some(({ length }) => length > 1)
  return (
    <div className="call-controls">
      <fieldset aria-label="通话操作">
        <Control
          icon={isMuted ? 'microphoneOff' : 'microphone'}
          label={isMuteLocked ? '已被静音' : isMuted ? '取消静音' : '静音'}
          isDisabled={isMuteLocked}
          onClick={() => call.setMuted(!isMuted)}
        />
        <Control
          icon={hasCamera ? 'video' : 'videoOff'}
          label={hasCamera ? '关闭摄像头' : '打开摄像头'}
          onClick={() => void call.media.setCamera(!hasCamera)}
        />
        {canShareScreen() && (
          <Control
            icon="device"
            label={isSharing ? '停止共享' : '共享屏幕'}
            onClick={() => void (isSharing ? call.media.stopSharing() : call.media.share())}
          />
        )}
        {hasChoice && (
          <Control
            icon="sound"
            label="设备"
            isExpanded={isChoosing}
            ref={opener}
            onClick={() => setChoosing(!isChoosing)}
          />
        )}
        {children}
      </fieldset>
      {isChoosing && (
        <div ref={choices} className="call-choices">
          <DeviceSelects call={call} local={local} />
        </div>
      )}
    </div>
  )
}
