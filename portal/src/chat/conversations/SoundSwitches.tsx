// Switches of the sounds above the list of conversations.
import { Icon, type IconName } from '@xinqiao/ui/Icon.tsx'
import { useCrisisSound } from '../../crisis/crisis-conversations.ts'
import { useSoundSetting } from '../session/sound.ts'

/** @param hasCrises true for a counsellor, who may hear about danger */
export const SoundSwitches = ({ hasCrises }: { hasCrises: boolean }) => (
  <>
    {hasCrises && <CrisisSoundSwitch />}
    <MessageSoundSwitch />
  </>
)

function CrisisSoundSwitch() {
  const [isOn, setOn] = useCrisisSound()
  return <SoundSwitch label="危机提示音" title="危机提示音" icon="alert" isOn={isOn} onChange={setOn} />
}

function MessageSoundSwitch() {
  const [isOn, setOn] = useSoundSetting()
  const icon = isOn ? 'sound' : 'soundOff'
  return <SoundSwitch label="新消息提示音" title="提示音" icon={icon} isOn={isOn} onChange={setOn} />
}

type SoundSwitchProps = {
  label: string
  title: string
  icon: IconName
  isOn: boolean
  onChange: (isOn: boolean) => void
}

const SoundSwitch = ({ label, title, icon, isOn, onChange }: SoundSwitchProps) => (
  <button
    type="button"
    className="chat-tool"
    aria-pressed={isOn}
    aria-label={label}
    title={`${title}${isOn ? '已开' : '已关'}`}
    onClick={() => onChange(!isOn)}
  >
    <Icon name={icon} />
  </button>
)
