// Switches of the sounds above the list of conversations.
import { Icon } from '@xinqiao/ui/Icon.tsx'
import { useCrisisSound } from '../../crisis/crisis-conversations.ts'
import { useSoundSetting } from '../session/sound.ts'

/** @param hasCrises true for a counsellor, who may hear about danger */
export const SoundSwitches = ({ hasCrises }: { hasCrises: boolean }) => (
  <>
    {hasCrises && <CrisisSoundSwitch />}
    <SoundSwitch />
  </>
)

function CrisisSoundSwitch() {
  const [isOn, setOn] = useCrisisSound()
  return (
    <button
      type="button"
      className="chat-tool"
      aria-pressed={isOn}
      aria-label="危机提示音"
      title={isOn ? '危机提示音已开' : '危机提示音已关'}
      onClick={() => setOn(!isOn)}
    >
      <Icon name="alert" />
    </button>
  )
}

function SoundSwitch() {
  const [isOn, setOn] = useSoundSetting()
  return (
    <button
      type="button"
      className="chat-tool"
      aria-pressed={isOn}
      aria-label="新消息提示音"
      title={isOn ? '提示音已开' : '提示音已关'}
      onClick={() => setOn(!isOn)}
    >
      <Icon name={isOn ? 'sound' : 'soundOff'} />
    </button>
  )
}
