// Notes in a running call about this person's picture and sound: paused on a poor link, or failed.
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'
import { cameraFaultMessages, deviceFaultMessages } from '../media/devices.ts'
import type { LocalMedia, LocalMediaState } from '../session/local-media.ts'

export const OwnMediaNotes = ({ media, local }: { media: LocalMedia; local: LocalMediaState }) => (
  <>
    {local.isPaused && (
      <output className="call-pause">
        <Icon name="videoOff" />
        网络较差，已暂停您的画面，声音不受影响。
        <button type="button" onClick={() => void media.setCamera(true)}>
          恢复画面
        </button>
      </output>
    )}
    {local.fault && (
      <TalkFault
        icon="microphoneOff"
        message={deviceFaultMessages[local.fault]}
        onRetry={() => void media.chooseMicrophone(null)}
      />
    )}
    {local.cameraFault && (
      <TalkFault
        icon="videoOff"
        message={cameraFaultMessages[local.cameraFault]}
        onRetry={() => void media.setCamera(true)}
      />
    )}
  </>
)

type TalkFaultProps = { icon: IconName; message: string; onRetry: () => void }

/** The other side cannot hear or see this person, who must know. */
const TalkFault = ({ icon, message, onRetry }: TalkFaultProps) => (
  <div className="call-pause" role="alert">
    <Icon name={icon} />
    {message}
    <button type="button" onClick={onRetry}>
      重试
    </button>
  </div>
)
