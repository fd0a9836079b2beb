// Checkbox group with an accessible name, which antd does not provide.
import { Checkbox, type CheckboxOptionType } from 'antd'

type CheckboxGroupProps = {
  label: string
  options: CheckboxOptionType[]
  value?: string[]
  onChange?: (value: string[]) => void
}

export const CheckboxGroup = ({ label, ...group }: CheckboxGroupProps) => (
  <fieldset className="tick-group" aria-label={label}>
    <Checkbox.Group {...group} />
  </fieldset>
)
