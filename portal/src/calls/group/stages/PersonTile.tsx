// One person in a group call: the picture or an initial, the name, and for leaders the actions on a member.
import type { GroupCallPerson } from '@xinqiao/contract/http/group-calls.ts'
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { SoundView } from '../../stages/SoundView.tsx'
import { VideoView } from '../../stages/VideoView.tsx'
import type { PersonStreams } from '../media/room.ts'

type PersonTileProps = {
  person: GroupCallPerson
  /** Sound and picture of the person. For the reader's own tile, the picture of the camera without sound. */
  streams: PersonStreams | null
  isSpeaking: boolean
  /** The loudspeaker of this person; null for the one of the system. */
  speakerId: string | null
  /** Mutes the person; null when the reader is no leader, or the person is one. */
  onMute: (() => void) | null
  onRemove: (() => void) | null
}

/** States that the picture does not show, also for screen readers. */
function describeStates({ isLeader, isMuted, isSilent, isConnected, isSelf, isSharing }: GroupCallPerson): string[] {
  return [
    ...(isLeader ? ['带领者'] : []),
    ...(isMuted ? ['被带领者静音'] : isSilent ? ['已静音'] : []),
    ...(isSharing ? ['正在共享屏幕'] : []),
    ...(isConnected || isSelf ? [] : ['正在连接…']),
  ]
}

export function PersonTile({ person, streams, isSpeaking, speakerId, onMute, onRemove }: PersonTileProps) {
  const { name, isSelf, isMuted, isSilent, hasVideo, isSharing } = person
  const video = hasVideo ? (streams?.video ?? null) : null
  const shownName = isSelf ? `我（${name}）` : name
  return (
    <li className="group-tile" data-speaking={isSpeaking} data-sharing={isSharing}>
      {video ? (
        <VideoView stream={video} label={isSelf ? '我的画面' : `${name}的画面`} isMirrored={isSelf && !isSharing} />
      ) : (
        <span className="group-initial" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      )}
      {/* a muted person is not played, even when a manipulated page goes on sending */}
      {!isSelf && <SoundView stream={isMuted ? null : (streams?.audio ?? null)} speakerId={speakerId} />}
      <p className="group-name">
        <Icon name={isMuted || isSilent ? 'microphoneOff' : 'microphone'} className="size-4" />
        <span>{shownName}</span>
        {describeStates(person).map((text) => (
          <small key={text}>{text}</small>
        ))}
      </p>
      {onMute && onRemove && (
        <span className="group-acts">
          <button
            type="button"
            aria-label={isMuted ? `允许${name}发言` : `让${name}静音`}
            title={isMuted ? '允许发言' : '静音'}
            aria-pressed={isMuted}
            onClick={onMute}
          >
            <Icon name={isMuted ? 'microphoneOff' : 'microphone'} />
          </button>
          <button type="button" aria-label={`请${name}离开通话`} title="请离开" onClick={onRemove}>
            <Icon name="door" />
          </button>
        </span>
      )}
    </li>
  )
}
