// Ticks that belong together, named for those who hear the screen: antd draws them without a name.
import { Checkbox, type CheckboxOptionType } from 'antd'

type Props = { label: string; options: CheckboxOptionType[]; value?: string[]; onChange?: (value: string[]) => void }

export const TickGroup = ({ label, ...group }: Props) => (
  <fieldset className="tick-group" aria-label={label}>
    <Checkbox.Group {...group} />
  </fieldset>
)
