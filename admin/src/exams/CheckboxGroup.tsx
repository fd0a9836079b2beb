// Checkbox group with an accessible name, which antd does not provide.
import { Checkbox, type CheckboxOptionType } from 'antd'

type Props = { label: string; options: CheckboxOptionType[]; value?: string[]; onChange?: (value: string[]) => void }

export const CheckboxGroup = ({ label, ...group }: Props) => (
  <fieldset className="tick-group" aria-label={label}>
    <Checkbox.Group {...group} />
  </fieldset>
)
