// Restores text that was typed before hydration, because React expects fields as the server rendered them. Only these
// fields are changed: a browser may be about to autofill others.
type InputElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isTick = (field: InputElement): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio'
const readRenderedChoice = (field: HTMLSelectElement) =>
  ([...field.options].find((item) => item.defaultSelected) ?? field.options[0])?.value ?? ''

const readFieldValue = (field: InputElement) => (isTick(field) ? field.checked : field.value)
const readRendered = (field: InputElement) => {
  if (isTick(field)) return field.defaultChecked
  return field instanceof HTMLSelectElement ? readRenderedChoice(field) : field.defaultValue
}

function resetField(field: InputElement, rendered: string | boolean): void {
  if (typeof rendered === 'string') field.value = rendered
  else (field as HTMLInputElement).checked = rendered
}

/** React replaces the value property of the field; only the prototype's setter triggers its change event */
function typeIntoField(field: InputElement, value: string): void {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  property?.set?.call(field, value)
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
}

/** @returns a function that restores the values after hydration */
export function saveEarlyInput(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<InputElement>('input:not([type=file], [type=hidden]), textarea, select')]
  // read all fields before resetting any, because checking one of a radio group unchecks the others
  const touched = fields
    .map((field) => ({ field, had: readFieldValue(field), rendered: readRendered(field) }))
    .filter(({ had, rendered }) => had !== rendered)
  for (const { field, rendered } of touched) resetField(field, rendered)
  return () => {
    for (const { field, had, rendered } of touched) {
      // a value typed since then is newer
      if (readFieldValue(field) !== rendered) continue
      if (typeof had === 'string') typeIntoField(field, had)
      else if (had || field.type === 'checkbox') field.click()
    }
  }
}
